import type { Language } from '../../src/languages/language.ts'
import { wordsOf } from '../../src/search/words/words.ts'

const stems = async (language: Language, ...written: string[]) => {
  const words = await wordsOf(language)
  return new Set(written.map((word) => words.stemOf(word)))
}

test.each([
  ['pl', ['giełda', 'giełdzie', 'giełdy', 'giełdami', 'gieldzie']],
  ['pl', ['klucz', 'klucze', 'kluczy', 'kluczami', 'KLUCZACH']],
  ['pl', ['portfel', 'portfela', 'portfelach', 'portfelem']],
  ['pl', ['świeca', 'świec', 'świecami', 'swiecach']],
  ['pl', ['prywatny', 'prywatnych', 'prywatnego', 'prywatną']],
  ['pl', ['kryptowaluta', 'kryptowalut', 'kryptowalutach']],
  ['pl', ['oszust', 'oszuści', 'oszustom', 'oszusci']],
  ['pl', ['księga', 'księdze', 'ksiąg', 'ksiegi']],
  ['pl', ['droga', 'drodze', 'dróg']],
  ['pl', ['ksiądz', 'księdza', 'księża', 'księży']],
  ['pl', ['ręka', 'ręce', 'rękach', 'rąk']],
  ['pl', ['mucha', 'musze', 'much']],
  ['pl', ['noga', 'nodze', 'nóg']],
  ['pl', ['miasto', 'mieście', 'miastach']],
  ['pl', ['brat', 'bracia', 'braci', 'braćmi']],
  ['pl', ['góra', 'górze', 'gór']],
  ['pl', ['aktor', 'aktorze', 'aktorzy']],
  ['pl', ['świat', 'świecie']],
  ['pl', ['las', 'lesie', 'lasach']],
  ['pl', ['gwiazda', 'gwieździe']],
  ['pl', ['sąsiad', 'sąsiedzi']],
  ['pl', ['artysta', 'artyści', 'artystom']],
  ['pl', ['Polak', 'Polacy']],
  ['pl', ['muzyka', 'muzyce']],
  ['pl', ['dzień', 'dnia', 'dni']],
  ['pl', ['pies', 'psa', 'psy']],
  ['pl', ['dziecko', 'dzieci']],
  ['pl', ['mail', 'maila', 'mailem', 'maile', 'mailach']],
  ['pl', ['email', 'emaila', 'emaile']],
  ['pl', ['gmail', 'gmaila', 'gmailem']],
  ['pl', ['router', 'routera', 'routerze']],
  ['uk', ["комп'ютер", 'комп’ютера', 'компʼютери']],
  ['en', ['exchange', 'exchanges']],
  ['de', ['Börse', 'Börsen', 'börse']],
  ['uk', ['біржа', 'біржі', 'біржу']],
] as const)('%s: %j have one stem (SEARCH-13)', async (language, written) => {
  expect((await stems(language, ...written)).size).toBe(1)
})

test.each([
  ['pl', 'portfel', 'port'],
  ['pl', 'klucz', 'klej'],
  ['pl', 'bank', 'barka'],
  ['pl', 'mail', 'ma'],
  ['pl', 'gmail', 'gmach'],
  ['pl', 'mróz', 'może'],
  ['pl', 'noc', 'no'],
  ['pl', 'kod', 'kot'],
  ['pl', 'Maja', 'mają'],
  ['pl', 'rak', 'rąk'],
  ['en', 'universe', 'bitcoin'],
] as const)('%s: %s and %s have different ones', async (language, one, other) => {
  expect((await stems(language, one, other)).size).toBe(2)
})

test('no ending leaves fewer than three letters, or a word that says nothing (SEARCH-13)', async () => {
  const words = await wordsOf('pl')
  const written = 'ula ila mail email gmail gra psy dni ja tym mamy jakie dlań nocy piec byli miał temu'.split(' ')
  for (const word of written) {
    const stem = words.stemOf(word)
    expect([word, stem.length >= Math.min(3, word.length)]).toEqual([word, true])
    if (!words.isStopWord(word)) expect([word, words.isStopWord(stem)]).toEqual([word, false])
  }
})

test.each([
  ['C++26 i C#, F#; a+b #hasztag', ['c++', '26', 'i', 'c#', 'f#', 'a', 'b', 'hasztag']],
  ['.NET w zdaniu. Nowe', ['net', '.net', 'w', 'zdaniu', 'nowe']],
  ['AT&T 3,5 16:9', ['at', 't', 'at&t', '3', '5', '3.5', '16', '9', '16:9']],
  ['on-line 5 999', ['on', 'line', 'online', '5', '999', '5999']],
  ['kupno/sprzedaż', ['kupno', 'sprzedaz']],
  ['w 2025 100 osób', ['w', '2025', '100', 'osob']],
  ['on\u00adline', ['online']],
  ['DNS-em, KSeF-u, Quake’u', ['dns', 'ksef', 'quake']],
])('the words of "%s" (SEARCH-31)', async (text, folded) => {
  expect((await wordsOf('pl')).of(text).map((word) => word.folded)).toEqual(folded)
})

test.each([
  ['en', "5,999 e-mails, the reader's", ['5', '999', '5999', 'e', 'mails', 'emails', 'the', 'reader']],
  ['de', '5.999 E-Mails für C#', ['5', '999', '5999', 'e', 'mails', 'emails', 'fur', 'c#']],
  ['uk', 'комп’ютер 5 999', ['компютер', '5', '999', '5999']],
] as const)('%s: the words of "%s" (SEARCH-31)', async (language, text, folded) => {
  expect((await wordsOf(language)).of(text).map((word) => word.folded)).toEqual(folded)
})

test('numbers stay as they are, and names of standards have parts', async () => {
  const words = await wordsOf('pl')
  expect(words.of('bip-39, erc-721 i FIDO2').map(({ stem }) => stem)).toEqual([
    'bip',
    '39',
    'erc',
    '721',
    'i',
    'fid',
    '2',
  ])
})

test('words have their places in the text', async () => {
  const words = await wordsOf('pl')
  const text = '„Złoto” – 2 zł'
  expect(words.of(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Złoto', '2', 'zł'])
})

test('French words meet in one stem, empty ones count for nothing, and variants share them', async () => {
  for (const language of ['fr', 'fr-CA']) {
    const { stemOf, isStopWord } = await wordsOf(language)
    expect(new Set(['élection', 'élections', 'Elections'].map(stemOf)).size).toBe(1)
    expect(stemOf('élection')).not.toBe(stemOf('électricité'))
    expect(['le', 'et', 'maire'].map(isStopWord)).toEqual([true, true, false])
  }
})

test('words of a language without stems are found as they are written, without case and accents', async () => {
  const { stemOf, of, isStopWord } = await wordsOf('nl')
  expect([stemOf('Café'), stemOf('huizen'), isStopWord('de')]).toEqual(['cafe', 'huizen', false])
  expect(of('Een HUIS').map(({ stem }) => stem)).toEqual(['een', 'huis'])
})
