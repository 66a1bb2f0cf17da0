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
  ['en', 'universe', 'bitcoin'],
] as const)('%s: %s and %s have different ones', async (language, one, other) => {
  expect((await stems(language, one, other)).size).toBe(2)
})

test('numbers and names of standards stay as they are', async () => {
  const words = await wordsOf('pl')
  expect(words.of('bip-39, erc-721 i FIDO2').map(({ stem }) => stem)).toEqual(['bip', '39', 'erc', '721', 'i', 'fido2'])
})

test('words have their places in the text', async () => {
  const words = await wordsOf('pl')
  const text = '„Złoto” – 2 zł'
  expect(words.of(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Złoto', '2', 'zł'])
})
