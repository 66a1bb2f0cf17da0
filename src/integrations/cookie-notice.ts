import { copy } from '../copy.ts'
import type { Integrations } from './settings.ts'

/** What others bring to a page by themselves, in the order in which it is told. */
export const PARTIES = ['advertising', 'measurement', 'notifications', 'comments', 'animations'] as const
export type Party = (typeof PARTIES)[number]

/** What there is to tell of a page. */
export interface CookieFacts {
  parties: ReadonlySet<Party>
  consent: Integrations['consent']
  /** When content of other sites loads that an editor has put into a text. */
  embeds: 'on-click' | 'at-once' | 'none'
}

/** The parties that a service's pages load, as it is configured. @param hasAnimations Giphy is configured */
export function partiesOf(integrations: Integrations, isAdvertising: boolean, hasAnimations: boolean): Set<Party> {
  const { analyticsId, marfeelAccount, audienceScript, pushScript, comments } = integrations
  const loads: Record<Party, boolean> = {
    advertising: isAdvertising,
    measurement: [analyticsId, marfeelAccount, audienceScript].some((setting) => setting !== undefined),
    notifications: pushScript !== undefined,
    comments: comments !== undefined,
    animations: hasAnimations,
  }
  return new Set(PARTIES.filter((party) => loads[party]))
}

const LIST = new Intl.ListFormat('pl-PL', { type: 'conjunction' })

/** Whether a page has parties that wait for a consent, which a reader may want to change. */
export function asksForConsent({ parties, consent }: Pick<CookieFacts, 'parties' | 'consent'>): boolean {
  return consent === 'cmp' && parties.size > 0
}

/** What the footer says of cookies: the sentences that are true of this page (CONS-1 to CONS-6). */
export function cookieNotice({ parties, consent, embeds }: CookieFacts): string {
  const words = copy.footer.cookies
  const atOnce = embeds === 'at-once' ? [words.embedsAtOnce] : []
  if (parties.size === 0)
    return atOnce.length === 0 ? words.none : [words.noAccount, ...atOnce, words.browser].join(' ')
  const list = LIST.format(PARTIES.filter((party) => parties.has(party)).map((party) => words.parties[party]))
  const waits = consent === 'cmp'
  return [
    words.noAccount,
    waits ? words.loadsIfGranted(list) : words.loads(list),
    words.stores,
    ...(embeds === 'on-click' ? [words.embedsOnClick(parties.has('animations'), waits)] : atOnce),
    waits ? words.consent : words.browser,
  ].join(' ')
}
