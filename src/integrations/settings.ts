/** Id of the script element in the head of a document that holds the settings of third parties. */
export const SETTINGS_ID = 'integrations'

/**
 * Who asks readers for consent: nobody, as all of it is granted; nobody, as nothing that needs it loads; the portal
 * itself; a consent platform (CONS-14).
 */
export const CONSENT_MODES = ['preset', 'none', 'own', 'cmp'] as const
export type ConsentMode = (typeof CONSENT_MODES)[number]

const WAITS: Readonly<Record<ConsentMode, boolean>> = { preset: false, none: false, own: true, cmp: true }

/** Whether third parties wait for the reader's consent (CONS-7, CONS-8, CONS-11). */
export function waitsForConsent(mode: ConsentMode): boolean {
  return WAITS[mode]
}

/**
 * Third parties by configuration: only configured ones load (VIEW-6). Goes to browsers, so it contains no secrets.
 */
export interface Integrations {
  consent: ConsentMode
  /** The consent platform of services that have one. */
  platform?: ConsentPlatform
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

export interface ConsentPlatform {
  script: string
  /** Further hosts that it calls and frames; `*.` stands for their subdomains. */
  hosts: readonly string[]
}

/** What AMP documents have instead of scripts of third parties; browsers get none of it otherwise. */
export interface AmpProviders {
  /** URL of the consent platform's dialogue for AMP, shown in a frame. */
  consentPlatform?: string
  /** URL of the audience measurement's pixel. */
  audiencePixel?: string
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

/** Whether anything is configured, or something may have to wait: not where all is granted and nothing is there. */
export function hasIntegrations({ consent, ...providers }: Integrations): boolean {
  return waitsForConsent(consent) || Object.keys(providers).length > 0
}
