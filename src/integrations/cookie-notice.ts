import { LANGUAGE_RULES } from '../languages/language.ts'
import { perLanguage } from '../languages/per-language.ts'
import type { Service } from '../services/service.ts'
import type { Integrations, ScriptConsent } from './settings.ts'

/** Kinds of third parties, in the notice's order. */
export const PARTIES = ['advertising', 'measurement', 'notifications', 'comments', 'animations'] as const
export type Party = (typeof PARTIES)[number]

/** Facts about a page for the notice. */
export interface CookieFacts {
  parties: ReadonlySet<Party>
  consent: Integrations['consent']
  /** When embedded content of other sites loads. */
  embeds: 'on-click' | 'at-once' | 'none'
}

/** The parties that a service's pages load, by configuration. @param hasAnimations Giphy is configured */
export function partiesOf(integrations: Integrations, isAdvertising: boolean, hasAnimations: boolean): Set<Party> {
  const { analyticsId, marfeelAccount, audienceScript, pushScript, comments, scripts = [] } = integrations
  const hasOwn = (consent: ScriptConsent): boolean => scripts.some((script) => script.consent === consent)
  const loads: Record<Party, boolean> = {
    advertising: isAdvertising || hasOwn('advertising'),
    measurement:
      [analyticsId, marfeelAccount, audienceScript].some((setting) => setting !== undefined) || hasOwn('measurement'),
    notifications: pushScript !== undefined,
    comments: comments !== undefined || hasOwn('comments'),
    animations: hasAnimations,
  }
  return new Set(PARTIES.filter((party) => loads[party]))
}

const listFormat = perLanguage(
  (language) => new Intl.ListFormat(LANGUAGE_RULES[language].locale, { type: 'conjunction' }),
)

/** Whether a page has parties that depend on a consent which a reader may want to change. */
export function asksForConsent({ parties, consent }: Pick<CookieFacts, 'parties' | 'consent'>): boolean {
  return consent === 'cmp' && parties.size > 0
}

/** The footer's sentences about cookies, as they apply to this page (CONS-1 to CONS-6). */
export function cookieNotice({ parties, consent, embeds }: CookieFacts, { language, messages }: Service): string {
  const words = messages.footer.cookies
  const atOnce = embeds === 'at-once' ? [words.embedsAtOnce] : []
  if (parties.size === 0)
    return atOnce.length === 0 ? words.none : [words.noAccount, ...atOnce, words.browser].join(' ')
  const list = listFormat(language).format(
    PARTIES.filter((party) => parties.has(party)).map((party) => words.parties[party]),
  )
  const isGated = consent === 'cmp'
  // Animations load by themselves, all other embedded content on a click.
  const [free, gated] = parties.has('animations')
    ? [words.othersOnClick, words.othersOnClickIfGranted]
    : [words.embedsOnClick, words.embedsOnClickIfGranted]
  const onClick = isGated ? gated : free
  return [
    words.noAccount,
    isGated ? words.loadsIfGranted({ parties: list }) : words.loads({ parties: list }),
    words.stores,
    ...(embeds === 'on-click' ? [onClick] : atOnce),
    isGated ? words.consent : words.browser,
  ].join(' ')
}
