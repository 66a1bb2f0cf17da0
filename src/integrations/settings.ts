/**
 * Third parties by configuration: only configured ones load (VIEW-6). Goes to browsers, so it contains no secrets.
 */
export interface Integrations {
  /** `preset`: granted. `cmp`: every third party waits for the reader's consent (CONS-7, CONS-8). */
  consent: 'preset' | 'cmp'
  /** Network code of Google Ad Manager. */
  adNetwork?: string
  /** Measurement id of Google Analytics. */
  analyticsId?: string
  /** Account of Marfeel Compass. */
  marfeelAccount?: string
  /** Script of the push notification provider. */
  pushScript?: string
  /** Script of the audience measurement provider. */
  audienceScript?: string
  comments?: CommentsProvider
  /** Scripts of the site's extension (docs/decisions/050). */
  scripts?: readonly OwnScript[]
}

/** Disqus, or any script that fills `#comments` (Isso, Remark42, Comentario). */
export type CommentsProvider = { kind: 'disqus'; shortname: string } | { kind: 'script'; url: string }

/** What a script of the site's own waits for (CONS-8). */
export type ScriptConsent = 'advertising' | 'comments' | 'measurement'

export interface OwnScript {
  url: string
  consent: ScriptConsent
  attributes?: Record<string, string>
  /** Origins that it may call and frame, in addition to its own. */
  connect?: readonly string[]
}

/** Whether a page needs the settings: not where everything is granted and nothing is configured. */
export function hasIntegrations({ consent, ...providers }: Integrations): boolean {
  return consent === 'cmp' || Object.keys(providers).length > 0
}
