import fc from 'fast-check'
import { bindLines } from '../../src/content/line-breaks.ts'
import { plainLine } from '../../src/content/plain-line.ts'
import type { Language } from '../../src/languages/language.ts'
import { addOwnLanguages } from '../support/own-languages.ts'

/** `~` stands for a no-break space, `^` for a word joiner. */
const shown = (text: string): string => text.replaceAll('\u00a0', '~').replaceAll('\u2060', '^')

/** Lengths of the unbroken pieces as readers see them. */
const piecesOf = (text: string): number[] => text.split(/[ \n]+/).map((piece) => piece.replaceAll('\u2060', '').length)

addOwnLanguages()

describe('lines', () => {
  test.each<[string, Language, string]>([
    ['Dom w lesie', 'pl', 'Dom w~lesie'],
    ['A i w domu', 'pl', 'A~i~w~domu'],
    ['„O kocie” i psie', 'pl', '„O~kocie” i~psie'],
    ['Kino 4 k', 'pl', 'Kino 4 k'],
    ['Do domu', 'pl', 'Do domu'],
    ['w', 'pl', 'w'],
    ['aż 1 000 000 000 000 bajtów', 'pl', 'aż 1~000~000~000~000~bajtów'],
    ['leci 35 786 kilometrów stąd', 'pl', 'leci 35~786~kilometrów stąd'],
    ['koszt 80 000 zł, 3 mld dolarów', 'pl', 'koszt 80~000~zł, 3~mld~dolarów'],
    [
      'po 0,80 zł/kWh, 8 m/s², 100 mln/s, 12,3 GiB i 1 mln.',
      'pl',
      'po 0,80~zł/kWh, 8~m/s², 100~mln/s, 12,3~GiB i~1~mln.',
    ],
    ['ponad 50 % i 5 °C, 4,5 GHz', 'pl', 'ponad 50~% i~5~°C, 4,5~GHz'],
    ['dnia 26 listopada 2026 r. o 12', 'pl', 'dnia 26~listopada 2026~r. o~12'],
    ['zob. art. 5 ust. 2 i nr 7, s. 12', 'pl', 'zob. art.~5 ust.~2 i~nr~7, s.~12'],
    ['pisze J. R. R. Tolkien', 'pl', 'pisze J.~R.~R.~Tolkien'],
    ['kopie 3-2-1 oraz Wi-Fi', 'pl', 'kopie 3-^2-^1 oraz Wi-^Fi'],
    ['lata 2020–2026 były', 'pl', 'lata 2020–^2026 były'],
    ['do 2 − 1, 80 × 1,20 = 96 zł, a + b', 'pl', 'do 2~−~1, 80~×~1,20~=~96~zł, a~+ b'],
    ['cena 5 − rabat, 3 + x, 2 − 1 dzień', 'pl', 'cena 5 − rabat, 3 + x, 2~−~1~dzień'],
    ['dwa słowa – 5 myślników', 'pl', 'dwa słowa – 5 myślników'],
    ['dwa słowa – myślnik', 'pl', 'dwa słowa – myślnik'],
    ['gotowi: 5 psów', 'pl', 'gotowi: 5 psów'],
    ['zasady e-mail, polsko-czeski, Gpt-4 i 22-123', 'pl', 'zasady e-^mail, polsko-czeski, Gpt-^4 i~22-^123'],
    ['„Covid-19” (Rtx-50), biało-czerwony', 'pl', '„Covid-^19” (Rtx-^50), biało-^czerwony'],
    ['kody AB12-CD34-EF56, Lato-2026 (CVE-2026-1234)', 'pl', 'kody AB12-CD34-EF56, Lato-2026 (CVE-2026-1234)'],
    ['npm ci react-dom --dry-run -v-2', 'pl', 'npm ci react-dom --dry-run -v-2'],
    ['plik x-2.png, a=b-2 oraz\u00a0x-2.pl/ż-2', 'pl', 'plik x-2.png, a=b-2 oraz~x-2.pl/ż-2'],
    ['koniec w 2026. Dwa', 'pl', 'koniec w~2026. Dwa'],
    ['adres a-b.pl/c-d i x-y@z.pl', 'pl', 'adres a-b.pl/c-d i~x-y@z.pl'],
    ['elektroencefalograficzno-kliniczny', 'pl', 'elektroencefalograficzno-kliniczny'],
    ['I saw a dog, 5 miles away on March 3', 'en', 'I~saw a~dog, 5~miles away on March~3'],
    ['am 26. November um 20 Uhr, Nr. 5', 'de', 'am 26.~November um 20~Uhr, Nr.~5'],
    ['у 2026 р. і 5 млн грн', 'uk', 'у~2026~р. і~5~млн~грн'],
  ])('of %j in %s may not part everywhere (TEXT-13)', (text, language, bound) => {
    expect(shown(bindLines(text, language))).toBe(bound)
  })

  test('hold together across the elements of a line (TEXT-13)', () => {
    expect(shown(bindLines(' zł i w ', 'pl', { before: '80 000', after: 'domu' }))).toBe('~zł i~w~')
    expect(shown(bindLines(' psów', 'pl', { before: '80' }))).toBe(' psów')
  })

  test('hold together at a hyphen that ends an element (TEXT-13)', () => {
    expect(shown(bindLines('19', 'pl', { before: 'Covid-' }))).toBe('^19')
    expect(shown(bindLines('Covid-', 'pl', { after: '19' }))).toBe('Covid-^')
    expect(shown(bindLines('dom', 'pl', { before: 'react-' }))).toBe('dom')
    expect(shown(bindLines('\u206019', 'pl', { before: 'Covid-' }))).toBe('^19')
  })

  test.each(['a i o u w z ', 'a  i \n o  ', '5 m 7 ', 'i 5-4-3 ', 'J. R. ', 'w 1000000 '])(
    'of %j have no piece longer than 28 characters (TEXT-13)',
    (text) => {
      expect(Math.max(...piecesOf(bindLines(text.repeat(30), 'pl')))).toBeLessThanOrEqual(28)
    },
  )

  test.each(['a-', '1-', 'A–', 'a-\u2060', '5 ', 'w ', '1,', '('])(
    'of many %j are bound in time that grows with the text',
    (text) => {
      const cpuOf = (times: number): number => {
        const long = text.repeat(times)
        const start = process.cpuUsage()
        bindLines(long, 'pl')
        const { user, system } = process.cpuUsage(start)
        return user + system
      }
      cpuOf(2000)
      // Sixteen times the text takes 256 times as long where time is quadratic.
      expect(cpuOf(64_000)).toBeLessThan(80 * Math.max(cpuOf(4000), 1000))
    },
  )

  test('have pieces that fit into a phone, however many numbers follow one another (TEXT-13)', () => {
    const pieces = bindLines('12 '.repeat(100), 'pl').split(' ')
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(28)
    expect(pieces.length).toBeGreaterThan(10)
  })

  test('change in nothing but white space and joiners, and not when they are bound again (TEXT-13)', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aiowzkż („.-–5%\nJr') }), (text) => {
        const bound = bindLines(text, 'pl')
        expect(plainLine(bound).replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '))
        expect(bindLines(bound, 'pl')).toBe(bound)
      }),
    )
  })
})

test('what machines read has ordinary spaces and hyphens (TEXT-14)', () => {
  expect(plainLine(bindLines('Wi-Fi w 5 GHz, krypto\u00adwaluty', 'pl'))).toBe('Wi-Fi w 5 GHz, kryptowaluty')
})

/** `_` stands for a narrow no-break space. */
test.each<[string, string]>([
  ['Que faire ? « Rien ! » ; sauf : ceci', 'Que faire_? «_Rien_!_»_; sauf_: ceci'],
  ['à la une, y a-t-il 3 millions d’euros ?', 'à~la une, y~a-^t-^il 3~millions d’euros_?'],
  ['le n° 7, p. 12, 50 % et 14 h 30', 'le n°~7, p.~12, 50~% et 14~h 30'],
  ['«\u00a0Déjà\u00a0»\u00a0!', '«_Déjà_»_!'],
  ['une option :sauf', 'une option :sauf'],
  ['https://x.fr/a?b et 10:30', 'https://x.fr/a?b et 10:30'],
  ['?', '?'],
  [' ! seul', ' ! seul'],
])('in French "%s" has narrow spaces before its signs (LANG-10)', (text, expected) => {
  const bound = bindLines(text, 'fr')
  expect(shown(bound).replaceAll('\u202f', '_')).toBe(expected)
  expect(bindLines(bound, 'fr')).toBe(bound)
  expect(plainLine(bound).replaceAll(/\s/g, ' ')).toBe(text.replaceAll(/\s/g, ' '))
})

test('a sign in the next element has its narrow space too, and other languages have none (LANG-10)', () => {
  expect(bindLines('Que faire ', 'fr', { after: '? Rien' })).toBe('Que faire\u202f')
  expect(bindLines(' ? Rien', 'fr', { before: 'Que faire' })).toBe('\u202f? Rien')
  expect(bindLines('Co robić ? Nic', 'pl')).toBe('Co robić ? Nic')
})
