/** Id of the script element that holds the settings of third parties. */
export const SETTINGS_ID = 'integrations'

/**
 * Who asks readers for consent: nobody, because all is granted; nobody, because nothing that needs it loads; the
 * portal; a consent platform (CONS-14).
 */
export const CONSENT_MODES = ['preset', 'none', 'own', 'cmp'] as const
export type ConsentMode = (typeof CONSENT_MODES)[number]

const WAITS: Readonly<Record<ConsentMode, boolean>> = { preset: false, none: false, own: true, cmp: true }

/** Whether third parties wait for the reader's consent (CONS-7, CONS-8, CONS-11). */
export function waitsForConsent(mode: ConsentMode): boolean {
  return WAITS[mode]
}

/** The configured third parties, which alone load (VIEW-6). Browsers receive this, so it contains no secrets. */
export interface Integrations {
  consent: ConsentMode
  platform?: ConsentPlatform
  /** Network code of Google Ad Manager. */
  adNetwork?: string
  /** Measurement id of Google Analytics. */
  analyticsId?: string
  marfeelAccount?: string
  pushScript?: string
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

/** What AMP documents have instead of scripts of third parties. */
export interface AmpProviders {
  /** URL of the consent platform's dialogue for AMP. */
  consentPlatform?: string
  /** URL of the audience measurement's pixel. */
  audiencePixel?: string
}

/** Disqus, or any script that fills `#comments` (Isso, Remark42, Comentario). */
export type CommentsProvider = { kind: 'disqus'; shortname: string } | { kind: 'script'; url: string }

/** CONS-8. */
export type ScriptConsent = 'advertising' | 'comments' | 'measurement'

export interface OwnScript {
  url: string
  consent: ScriptConsent
  attributes?: Record<string, string>
  /** Origins that it may call and frame, in addition to its own. */
  connect?: readonly string[]
}

/** Whether anything is configured, or may have to wait. */
export function hasIntegrations({ consent, ...providers }: Integrations): boolean {
  return waitsForConsent(consent) || Object.keys(providers).length > 0
}
