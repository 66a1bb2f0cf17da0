import fc from 'fast-check'
import { allowedErrors, termsWithErrors } from '../../src/search/typing-errors.ts'
import { RUNS } from '../support/property-runs.ts'

/** The same by its definition: the least number of letters that are wrong, missing, too many or swapped. */
function errorsBetween(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1] && row > 1 && column > 1
      const errors = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      const cells = rows[row]
      if (cells) cells[column] = errors
    }
  }
  return at(one.length, other.length)
}

test('finds exactly the terms within the number of errors', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, fc.constantFrom(1, 2), (terms, searched, most) => {
      const sorted = terms.toSorted((one, other) => (one < other ? -1 : 1))
      const matches = termsWithErrors(sorted, searched, most).map(({ at, errors }) => [sorted[at], errors])
      const expected = sorted.flatMap((term) => {
        const errors = errorsBetween(term, searched)
        return errors <= most ? [[term, errors]] : []
      })
      expect(matches).toEqual(expected)
    }),
    { numRuns: RUNS },
  )
})

test('short words, numbers and symbols have no errors, long words may have two (SEARCH-19)', () => {
  const words = ['nft', '2026', 'erc721', 'opna', 'mroz', 'disne+', 'oponq', 'bitconi', 'blokchain']
  expect(words.map(allowedErrors)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 2])
})
