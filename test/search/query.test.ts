import fc from 'fast-check'
import { parseQuery } from '../../src/search/query.ts'
import { wordsOf } from '../../src/search/words/words.ts'
import { RUNS } from '../support/property-runs.ts'

const words = await wordsOf('pl')
const parsed = (query: string) => parseQuery(query, words)
const folded = (query: string) => parsed(query).words.map((word) => word.folded)

test.each(['„klucz prywatny”', '"klucz prywatny"', '„klucz prywatny"', '«klucz prywatny»', '“klucz prywatny”'])(
  '%s is a phrase (SEARCH-18)',
  (query) => {
    expect(parsed(query).phrases).toEqual([[[words.stemOf('klucz'), words.stemOf('prywatny')]]])
    expect(folded(query)).toEqual(['klucz', 'prywatny'])
  },
)

test.each(['"klucz', 'klucz"', '"klucz"', '""', '„”', '"""'])('%s is no phrase', (query) => {
  expect(parsed(query).phrases).toEqual([])
})

test('words that say nothing are left out, unless there are no others', () => {
  expect(folded('jak czytać wykres na giełdzie')).toEqual(['czytac', 'wykres', 'gieldzie'])
  expect(folded('co to jest')).toEqual(['co', 'to', 'jest'])
})

test('a word counts once, in any of its forms', () => {
  expect(folded('klucz KLUCZE kluczy')).toHaveLength(1)
})

test('whatever is written, a query has at most sixteen words and never fails', () => {
  const written = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('"', '„', '”', ' ', 'a', 'ż', '*', '&', '(', '\\', "'"), maxLength: 60 }),
  )
  fc.assert(
    fc.property(written, (query) => {
      const { words: searched, phrases, sequence } = parsed(query)
      expect(searched.length).toBeLessThanOrEqual(16)
      for (const spelling of sequence) expect(spelling.length).toBeLessThanOrEqual(16)
      for (const [phrase = []] of phrases) expect(phrase.length).toBeGreaterThan(1)
      for (const { folded: word, stem } of searched) expect([word, stem]).not.toContain('')
    }),
    { numRuns: RUNS },
  )
})
