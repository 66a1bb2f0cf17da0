import fc from 'fast-check'
import { decodeList, readCsv } from '../../../../src/features/newsletter/importing/csv-records.ts'

const isRow = (cells: readonly string[]): boolean => cells[0]?.includes('@') === true
const read = (text: string): string[] => {
  const table = readCsv(text)
  return [...(table?.records(isRow) ?? [])].map((record) =>
    'problem' in record ? `${record.line}: ${record.problem}` : `${record.line}: ${record.cells.join('|')}`,
  )
}

describe('SUB-27: encodings', () => {
  const text = 'email,name\nola@poczta.example,Łucja\n'
  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['windows-1250', Buffer.from(text.replace('Ł', '\u00a3'), 'latin1')],
  ])('%s is recognised', (encoding, bytes) => {
    expect(decodeList(bytes)).toEqual({ text, encoding })
  })

  test('one broken byte in UTF-8 with national letters makes no other encoding of it', () => {
    const bytes = Buffer.concat([Buffer.from(`${text}ż@ó`), Buffer.from([0xff])])
    expect(decodeList(bytes).encoding).toBe('utf-8')
  })
})

describe('SUB-27: records', () => {
  test.each([[','], [';'], ['\t'], ['|']])('are separated by %j', (separator) => {
    const row = (...cells: string[]): string => cells.join(separator)
    expect(read(`${row('email', 'name')}\r\n${row('a@b.pl', '"x, ; | y"')}\r\n\r\n${row('c@d.pl', '')}`)).toEqual([
      '2: a@b.pl|x, ; | y',
      '4: c@d.pl|',
    ])
  })

  test.each([
    ['sep=;', ';'],
    ['"sep=,"', ','],
    ['SEP=|', '|'],
  ])('%s is a word to a spreadsheet, and no header', (line, separator) => {
    const text = `${line}\r\n${['email', 'name'].join(separator)}\r\n${['a@b.pl', 'x'].join(separator)}`
    expect([readCsv(text)?.header, read(text)]).toEqual([['email', 'name'], ['3: a@b.pl|x']])
  })

  test('a quoted cell has quotes and lines, and the next record its own line', () => {
    expect(read('email,note\na@b.pl,"dwie ""małe""\nlinie"\nc@d.pl,x')).toEqual([
      '2: a@b.pl|dwie "małe"\nlinie',
      '4: c@d.pl|x',
    ])
  })

  test('an open quote costs its own record alone, also where another one closes it further down', () => {
    expect(read('email,note\na@b.pl,"x\nc@d.pl,y\ne@f.pl,z"\ng@h.pl,w')).toEqual([
      '2: a quotation mark is missing or too many',
      '3: c@d.pl|y',
      '4: a quotation mark is missing or too many',
      '5: g@h.pl|w',
    ])
  })

  test('too few and too many columns are named, an empty one at the end is none', () => {
    expect(read('email,note\na@b.pl\nc@d.pl,x,y\ne@f.pl,z,,')).toEqual([
      '2: has 1 columns, the header has 2',
      '3: has 3 columns, the header has 2',
      '4: e@f.pl|z',
    ])
  })

  test('whatever the text is, each record has its line, in order, and nothing throws', () => {
    const piece = fc.constantFrom('a@b.pl', ',', ';', '"', '""', '\n', '\r\n', ' ', 'ż', '\0', 'x')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = `email,note\n${pieces.join('')}`
        const lines = [...(readCsv(text)?.records(isRow) ?? [])].map(({ line }) => line)
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b))
        expect(lines.every((line) => line <= text.split(/\r\n|\n|\r/).length)).toBe(true)
      }),
    )
  })
})
