import { copy, formatNumber } from '../../src/config/copy.ts'

test('plurals and numbers are Polish (TEXT-5, PAGE-15)', () => {
  const { texts } = copy.author
  expect([0, 1, 2, 4, 5, 12, 14, 22, 25, 101].map(texts)).toEqual([
    '0 tekstów',
    '1 tekst',
    '2 teksty',
    '4 teksty',
    '5 tekstów',
    '12 tekstów',
    '14 tekstów',
    '22 teksty',
    '25 tekstów',
    '101 tekstów',
  ])
  expect([formatNumber(4.5), formatNumber(12_500)]).toEqual(['4,5', expect.stringMatching(/^12\s500$/)])
})
