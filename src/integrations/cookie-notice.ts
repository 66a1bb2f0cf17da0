import { listText } from '../languages/texts.ts'
import type { Service } from '../services/service.ts'
import { type Integrations, waitsForConsent } from './settings.ts'
import { PARTIES, type Party } from './third-party.ts'

export interface CookieFacts {
  parties: ReadonlySet<Party>
  consent: Integrations['consent']
  embeds: 'on-click' | 'at-once' | 'if-granted' | 'none'
  counters?: readonly string[]
}

export function asksForConsent({ parties, consent }: Pick<CookieFacts, 'parties' | 'consent'>): boolean {
  return waitsForConsent(consent) && parties.size > 0
}

export function cookieNotice(facts: CookieFacts, service: Service): string {
  const { counters = [] } = facts
  const notice = noticeOfParties(facts, service)
  if (counters.length === 0) return notice
  const names = listText(counters, service.language)
  return `${notice} ${service.messages.footer.cookies.counted({ names })}`
}

function noticeOfParties({ parties, consent, embeds }: CookieFacts, { language, messages }: Service): string {
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
  // Animations load by themselves, other content on a click.
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
