import { asksForConsent, type CookieFacts, cookieNotice } from '../../src/integrations/cookie-notice.ts'
import { integrationsFor } from '../../src/integrations/for-service.ts'
import type { Integrations } from '../../src/integrations/settings.ts'
import { partiesIn, thirdPartiesOf } from '../../src/integrations/third-parties.ts'
import { PARTIES, type Party } from '../../src/integrations/third-party.ts'
import { createServices } from '../support/customer-site.ts'

const SENTENCE_OF_NONE = 'Ten serwis nie zapisuje plików cookie i nie wymaga konta.'
const STORES = 'Mogą one zapisywać w Twojej przeglądarce pliki cookie i podobne dane.'
const BROWSER = 'Zapisane dane możesz w każdej chwili usunąć, a ich zapisywanie zablokować w ustawieniach przeglądarki.'
const CONSENT = 'Zgodę możesz zmienić w oknie, w którym o nią pytamy, albo usuwając dane tej strony w przeglądarce.'
const ON_CLICK = 'Treści osadzone z innych serwisów wczytują się dopiero po kliknięciu'
const IF_GRANTED = 'Treści osadzone z innych serwisów wczytują się tylko za Twoją zgodą.'
const AT_ONCE = 'Treści osadzone z innych serwisów wczytują się od razu i mogą zapisywać pliki cookie i podobne dane.'

/** A word that names this party and nothing else. */
const TRACES: Record<Party, string> = {
  advertising: 'reklamy',
  measurement: 'pomiar oglądalności',
  notifications: 'powiadomienia',
  comments: 'komentarze',
  animations: 'animacje z Giphy',
}

const noticeOf = (parties: readonly Party[], more: Partial<Omit<CookieFacts, 'parties'>> = {}) =>
  cookieNotice({ parties: new Set(parties), consent: 'preset', embeds: 'on-click', ...more }, createServices().akademia)

/** All subsets of parties. */
const SETS = Array.from({ length: 2 ** PARTIES.length }, (_, bits) => PARTIES.filter((_, at) => bits & (1 << at)))
const COMBINATIONS = SETS.flatMap((parties) =>
  (['preset', 'own', 'cmp'] as const).flatMap((consent) =>
    (['on-click', 'at-once', 'if-granted', 'none'] as const).map((embeds) => [parties, consent, embeds] as const),
  ),
)

test('CONS-1: there are 384 combinations, and each has a notice of its own, except those that load nothing', () => {
  const notices = COMBINATIONS.map(([parties, consent, embeds]) => noticeOf(parties, { consent, embeds }))
  expect(notices).toHaveLength(384)
  // `own` and `cmp` have the same; without a party: the sentence for none, and those for embedded content.
  expect(new Set(notices).size).toBe(31 * 8 + 3)
})

test.each(COMBINATIONS)(
  'CONS-3 and CONS-4: %j with consent %s and embeds %s is named, and nothing else is',
  (...facts) => {
    const [parties, consent, embeds] = facts
    const notice = noticeOf(parties, { consent, embeds })
    // Whole sentences, one space between two, no list without an end.
    expect(notice).toMatch(/^(?:\p{Lu}[^.]+\.(?: |$))+$/u)
    expect(notice).not.toMatch(/ {2}|undefined|, i | ,|: \./)
    for (const party of PARTIES)
      expect([party, notice.includes(TRACES[party])]).toEqual([party, parties.includes(party)])

    const isSilent = parties.length === 0 && embeds !== 'at-once' && embeds !== 'if-granted'
    expect(notice === SENTENCE_OF_NONE).toBe(isSilent)
    expect(notice.startsWith('Ten serwis nie wymaga konta. ')).toBe(!isSilent)
    expect(notice.includes(STORES)).toBe(parties.length > 0)
    const waits = parties.length > 0 && consent !== 'preset'
    expect(notice.includes('Tylko za Twoją zgodą')).toBe(waits)
    const canChange = waits || (parties.length === 0 && embeds === 'if-granted')
    expect(notice.endsWith(CONSENT)).toBe(canChange)
    expect(notice.endsWith(BROWSER)).toBe(!canChange && !isSilent)
    expect(notice.includes('dopiero po kliknięciu')).toBe(parties.length > 0 && embeds === 'on-click')
    expect(notice.includes('i także wymagają zgody')).toBe(waits && embeds === 'on-click')
    expect(notice.includes(AT_ONCE)).toBe(embeds === 'at-once')
    expect(notice.includes(IF_GRANTED)).toBe(embeds === 'if-granted')
    expect(asksForConsent({ parties: new Set(parties), consent })).toBe(waits)
  },
)

test.each<[readonly Party[], Partial<CookieFacts>, string]>([
  [[], {}, SENTENCE_OF_NONE],
  [[], { consent: 'cmp' }, SENTENCE_OF_NONE],
  [[], { embeds: 'at-once' }, `Ten serwis nie wymaga konta. ${AT_ONCE} ${BROWSER}`],
  [
    ['advertising'],
    {},
    `Ten serwis nie wymaga konta. Wczytuje usługi partnerów: reklamy. ${STORES} ${ON_CLICK}. ${BROWSER}`,
  ],
  [
    ['measurement', 'advertising'],
    { embeds: 'none' },
    `Ten serwis nie wymaga konta. Wczytuje usługi partnerów: reklamy i pomiar oglądalności. ${STORES} ${BROWSER}`,
  ],
  [
    ['advertising', 'comments', 'notifications'],
    { consent: 'cmp' },
    `Ten serwis nie wymaga konta. Tylko za Twoją zgodą wczytuje usługi partnerów: reklamy, powiadomienia i komentarze. ${STORES} ${ON_CLICK} i także wymagają zgody. ${CONSENT}`,
  ],
  [
    PARTIES,
    {},
    `Ten serwis nie wymaga konta. Wczytuje usługi partnerów: reklamy, pomiar oglądalności, powiadomienia, komentarze i treści osadzone (animacje z Giphy). ${STORES} Pozostałe treści osadzone z innych serwisów wczytują się dopiero po kliknięciu. ${BROWSER}`,
  ],
])('exact texts: %j, %j', (parties, more, words) => {
  expect(noticeOf(parties, more)).toBe(words)
})

test.each<[Partial<Integrations>, boolean, boolean, Party[]]>([
  [{}, false, false, []],
  [{ adNetwork: '123' }, true, false, ['advertising']],
  [{ adNetwork: '123' }, false, false, []],
  [{ analyticsId: 'G-1' }, false, false, ['measurement']],
  [{ marfeelAccount: '1' }, false, false, ['measurement']],
  [{ audienceScript: 'https://a.example/a.js' }, false, false, ['measurement']],
  [{ pushScript: 'https://a.example/a.js' }, false, false, ['notifications']],
  [{ comments: { kind: 'disqus', shortname: 'a' } }, false, false, ['comments']],
  [{}, false, true, ['animations']],
])('CONS-1: the settings %j are these parties', (settings, isAdvertising, hasAnimations, parties) => {
  const service = { articleLayout: isAdvertising ? ('scroll' as const) : ('single' as const) }
  const own = integrationsFor({ consent: 'preset', ...settings }, service)
  expect([...partiesIn(thirdPartiesOf(own, { hasAnimations }))]).toEqual(parties)
})
