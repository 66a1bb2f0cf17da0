import { listText } from '../languages/texts.ts'
import type { Service } from '../services/service.ts'
import { type Integrations, type ScriptConsent, waitsForConsent } from './settings.ts'

/** Kinds of third parties, in the notice's order. */
export const PARTIES = ['advertising', 'measurement', 'notifications', 'comments', 'animations'] as const
export type Party = (typeof PARTIES)[number]

/** Facts about a page for the notice. */
export interface CookieFacts {
  parties: ReadonlySet<Party>
  consent: Integrations['consent']
  /** When embedded content of other sites loads. */
  embeds: 'on-click' | 'at-once' | 'if-granted' | 'none'
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

/** Whether a page has parties that depend on a consent which a reader may want to change. */
export function asksForConsent({ parties, consent }: Pick<CookieFacts, 'parties' | 'consent'>): boolean {
  return waitsForConsent(consent) && parties.size > 0
}

/** The footer's sentences about cookies, as they apply to this page (CONS-1 to CONS-6). */
export function cookieNotice({ parties, consent, embeds }: CookieFacts, { language, messages }: Service): string {
  const words = messages.footer.cookies
  const loadsItself = {
    'on-click': undefined,
    'at-once': [words.embedsAtOnce],
    'if-granted': [words.embedsIfGranted],
    none: [],
  }[embeds]
  const change = embeds === 'if-granted' ? words.consent : words.browser
  if (parties.size === 0) {
    return loadsItself === undefined || loadsItself.length === 0
      ? words.none
      : [words.noAccount, ...loadsItself, change].join(' ')
  }
  const list = listText(
    PARTIES.filter((party) => parties.has(party)).map((party) => words.parties[party]),
    language,
  )
  const isGated = waitsForConsent(consent)
  // Animations load by themselves, all other embedded content on a click.
  const [free, gated] = parties.has('animations')
    ? [words.othersOnClick, words.othersOnClickIfGranted]
    : [words.embedsOnClick, words.embedsOnClickIfGranted]
  const onClick = isGated ? gated : free
  return [
    words.noAccount,
    isGated ? words.loadsIfGranted({ parties: list }) : words.loads({ parties: list }),
    words.stores,
    ...(loadsItself ?? [onClick]),
    isGated ? words.consent : words.browser,
  ].join(' ')
}
