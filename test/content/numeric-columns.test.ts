import { type CellText, numericColumns } from '../../src/content/numeric-columns.ts'

const rows = (...texts: string[][]): CellText[][] => texts.map((row) => row.map((text) => ({ text })))
const columns = (cells: CellText[][]) => [...numericColumns(cells)]

test.each([
  ['4', '32'],
  ['−12,5%', '3'],
  ['12 500 zł', '1 200 zł'],
  ['21 mln', '84 mln'],
  ['0,1 ETH', '–'],
  ['≈ 7.5', '8', ''],
])('numbers with their signs, separators and units are a column of numbers: %s, %s (BLOCK-14)', (...values) => {
  const expected = values.filter((value) => /\d/.test(value)).length >= 2 ? [1] : []
  expect(columns(rows(...values.map((value) => ['x', value])))).toEqual(expected)
})

test.each(['brak', '10–20%', '2.0 i nowsze', '1 stycznia 1970 r.', 'A4', '21 mln BTC', '1234567890 1234567890 123'])(
  'one text among numbers makes it a column of texts: %s (BLOCK-14)',
  (text) => {
    expect(columns(rows(['x', '1'], ['y', '2'], ['z', text]))).toEqual([])
  },
)

test('the first column names rows, and one number alone is no column (BLOCK-14)', () => {
  expect(columns(rows(['2012', '1'], ['2016', '2']))).toEqual([1])
  expect(columns(rows(['x', '1']))).toEqual([])
})

test('cells that span rows and columns move the others, and a cell across columns is no number (BLOCK-14)', () => {
  const [a, b] = [{ text: 'a', rowSpan: 2 }, { text: 'b' }]
  expect(
    columns([
      [a, b, { text: '1' }],
      [b, { text: '2' }],
      [{ text: 'c' }, b, { text: '3' }],
    ]),
  ).toEqual([2])
  expect(
    columns([
      [b, { text: '1' }],
      [b, { text: '2' }],
      [b, { text: '3', colSpan: 2 }],
    ]),
  ).toEqual([])
})

test('a hostile text is decided at once', () => {
  const started = performance.now()
  expect(columns(rows(['x', `${'1 '.repeat(100_000)}!`], ['y', '2']))).toEqual([])
  expect(performance.now() - started).toBeLessThan(200)
})
