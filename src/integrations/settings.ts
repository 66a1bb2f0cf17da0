/**
 * Third parties by configuration: what is absent is not loaded (decision 58). This is what a browser is told; nothing in
 * it is secret.
 */
export interface Integrations {
  /** `preset`: granted as specified. `cmp`: every third party waits for the reader's consent (decision 35). */
  consent: 'preset' | 'cmp'
  /** Network code of Google Ad Manager. */
  adNetwork?: string
  /** Measurement id of Google Analytics. */
  analyticsId?: string
  /** Account of Marfeel Compass. */
  marfeelAccount?: string
  /** Script of the provider of push notifications. */
  pushScript?: string
  /** Script of the audience measurement. */
  audienceScript?: string
  comments?: CommentsProvider
}

/** Disqus, or any script that fills `#comments` by itself (Isso, Remark42, Comentario). */
export type CommentsProvider = { kind: 'disqus'; shortname: string } | { kind: 'script'; url: string }

/** Whether a page has to tell its browser anything: nothing is said where all is granted and nothing is configured. */
export function hasIntegrations({ consent, ...providers }: Integrations): boolean {
  return consent === 'cmp' || Object.keys(providers).length > 0
}
