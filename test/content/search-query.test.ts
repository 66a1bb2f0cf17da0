import fc from 'fast-check'
import { isRefusedQuery, searchQuery } from '../../src/content/search-query.ts'
import { RUNS } from '../support/property-runs.ts'

test.each([
  [null, ''],
  ['', ''],
  ['   ', ''],
  [' bitcoin ', 'bitcoin'],
  ['dwa słowa', 'dwa słowa'],
  ['a\u0000b\nc', 'a b c'],
])('the query %j is %j', (written, query) => {
  expect(searchQuery(written)).toBe(query)
})

test('a query is trimmed, at most 200 characters long and valid in a URL (SEARCH-11)', () => {
  const written = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('a', ' ', '😀'), minLength: 150, maxLength: 300 }),
  )
  fc.assert(
    fc.property(written, (text) => {
      const query = searchQuery(text)
      expect(query).toBe(query.trim())
      expect(query.length).toBeLessThanOrEqual(200)
      expect(query).not.toMatch(/\p{Cc}/u)
      expect(decodeURIComponent(encodeURIComponent(query))).toBe(query)
    }),
    { numRuns: RUNS },
  )
})

test.each(['.', '..'])('the query %j would resolve to another endpoint and is refused', (query) => {
  expect(isRefusedQuery(query)).toBe(true)
})

test.each(['', '...', 'a.b', './x'])('the query %j is not refused', (query) => {
  expect(isRefusedQuery(query)).toBe(false)
})
