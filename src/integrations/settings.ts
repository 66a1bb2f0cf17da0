export const SETTINGS_ID = 'integrations'

/**
 * `preset`: all is granted. `none`: nothing that needs consent loads. Otherwise the portal or a platform asks
 * (CONS-14).
 */
export const CONSENT_MODES = ['preset', 'none', 'own', 'cmp'] as const
export type ConsentMode = (typeof CONSENT_MODES)[number]

const WAITS: Readonly<Record<ConsentMode, boolean>> = { preset: false, none: false, own: true, cmp: true }

export function waitsForConsent(mode: ConsentMode): boolean {
  return WAITS[mode]
}

/** Browsers receive it, so it has no secrets (VIEW-6). */
export interface Integrations {
  consent: ConsentMode
  platform?: ConsentPlatform
  adNetwork?: string
  analyticsId?: string
  marfeelAccount?: string
  pushScript?: string
  audienceScript?: string
  /** They need no consent (VIEW-8). */
  counters?: readonly Counter[]
  comments?: CommentsProvider
  scripts?: readonly OwnScript[]
}

export const COUNTER_KINDS = ['plausible', 'umami', 'matomo'] as const
export type CounterKind = (typeof COUNTER_KINDS)[number]

/** The page calls its interface without cookies or a foreign script (docs/decisions/153). */
export interface Counter {
  kind: CounterKind
  /** Without a trailing slash. */
  url: string
  /** Absent: the host. */
  site?: string
  /** Absent: every service without one of the kind. */
  service?: string
}

export interface ConsentPlatform {
  script: string
  /** `*.` stands for subdomains. */
  hosts: readonly string[]
}

export interface AmpProviders {
  consentPlatform?: string
  /** URL. */
  audiencePixel?: string
}

/** Any script that fills `#comments` works. */
export type CommentsProvider = { kind: 'disqus'; shortname: string } | { kind: 'script'; url: string }

export type ScriptConsent = 'advertising' | 'comments' | 'measurement'

export interface OwnScript {
  url: string
  consent: ScriptConsent
  attributes?: Record<string, string>
  connect?: readonly string[]
}

export function hasIntegrations({ consent, counters, ...providers }: Integrations): boolean {
  return waitsForConsent(consent) || Object.values(providers).some((provider) => provider !== undefined)
}
