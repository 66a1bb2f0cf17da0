import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'

/** @property line of the file, from 1 */
export interface CsvRecord {
  line: number
  cells: string[]
}
export interface CsvFlaw {
  line: number
  problem: string
}

export const ENCODINGS = ['utf-8', 'windows-1250', 'iso-8859-2', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]

const MARKS: ReadonlyArray<readonly [Encoding, readonly number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Assumes UTF-8, unless what is beyond ASCII says otherwise; then what Excel writes in Poland. */
export function decodeList(bytes: Uint8Array, encoding = encodingOf(bytes)): { text: string; encoding: Encoding } {
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? []
  if (marked !== undefined) return marked
  let [broken, whole] = [0, 0]
  for (const character of new TextDecoder('utf-8').decode(bytes)) {
    if (character === '\ufffd') broken += 1
    else if (character > '\u007f') whole += 1
  }
  return broken > whole ? 'windows-1250' : 'utf-8'
}

const SEPARATORS = [',', ';', '\t', '|'] as const
/** Longer notes than this have an open quote above them. Lines. */
const LONGEST_RECORD = 100
const BATCH = 500

export interface CsvTable {
  header: string[]
  /** A flawed record costs no other one. */
  records(isRow: (cells: readonly string[]) => boolean): Generator<CsvRecord | CsvFlaw>
}

/** @returns undefined for an empty file */
export function readCsv(text: string): CsvTable | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  const begin = lines.findIndex((line) => line.trim() !== '')
  const [, named] = /^"?sep=(.)"?$/i.exec(lines[begin]?.trim() ?? '') ?? []
  const at = named === undefined ? begin : lines.findIndex((line, index) => index > begin && line.trim() !== '')
  const first = lines[at]
  if (first === undefined) return undefined
  const separator = named ?? separatorOf(first)
  const header = parsed(first, separator)?.[0] ?? [first]
  while (header.length > 1 && header.at(-1) === '') header.pop()
  const columns = header.length
  return {
    header,
    records: (isRow) => recordsIn({ lines, separator, columns, isRow }, at + 1),
  }
}

function separatorOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const counted = SEPARATORS.map((separator) => ({ separator, count: bare.split(separator).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator
}

interface Lines {
  lines: readonly string[]
  separator: string
  columns: number
  isRow(cells: readonly string[]): boolean
}

/** The last line is not part of the range. */
interface Range {
  from: number
  end: number
}

function* recordsIn(table: Lines, from: number): Generator<CsvRecord | CsvFlaw> {
  for (let at = from; ; ) {
    const ranges = rangesFrom(table.lines, at)
    if (ranges.length === 0) return
    at = yield* batchOf(table, ranges)
  }
}

function rangesFrom(lines: readonly string[], from: number): Range[] {
  const ranges: Range[] = []
  for (let at = from; at < lines.length && ranges.length < BATCH; ) {
    const end = lines[at]?.trim() === '' ? at + 1 : endOf(lines, at)
    if (lines[at]?.trim() !== '') ranges.push({ from: at, end })
    at = end
  }
  return ranges
}

/** A record goes on while a quote is open. */
function endOf(lines: readonly string[], from: number): number {
  let isOpen = false
  for (let at = from; at < Math.min(lines.length, from + LONGEST_RECORD); at += 1) {
    if ((lines[at] ?? '').split('"').length % 2 === 0) isOpen = !isOpen
    if (!isOpen) return at + 1
  }
  return from + 1
}

function* batchOf(table: Lines, ranges: readonly Range[]): Generator<CsvRecord | CsvFlaw, number> {
  const all = parsed(ranges.map((range) => textOf(table, range)).join('\n'), table.separator)
  const rows = all?.length === ranges.length ? all : undefined
  for (const [index, range] of ranges.entries()) {
    const cells = rows?.[index] ?? onlyRow(parsed(textOf(table, range), table.separator))
    const problem = problemOf(table, range, cells)
    const line = range.from + 1
    if (problem === undefined) {
      yield { line, cells: cells ?? [] }
      continue
    }
    yield { line, problem }
    if (range.end > range.from + 1) return range.from + 1
  }
  return ranges.at(-1)?.end ?? table.lines.length
}

function textOf({ lines }: Lines, { from, end }: Range): string {
  return end === from + 1 ? (lines[from] ?? '') : lines.slice(from, end).join('\n')
}

function onlyRow(rows: string[][] | undefined): string[] | undefined {
  return rows?.length === 1 ? rows[0] : undefined
}

function problemOf(table: Lines, range: Range, cells: string[] | undefined): string | undefined {
  if (!cells) return 'a quotation mark is missing or too many'
  while (cells.length > table.columns && cells.at(-1) === '') cells.pop()
  if (cells.length !== table.columns) return `has ${cells.length} columns, the header has ${table.columns}`
  for (let at = range.from + 1; at < range.end; at += 1) {
    const alone = onlyRow(parsed(table.lines[at] ?? '', table.separator))
    if (alone?.length === table.columns && table.isRow(alone)) return 'a quotation mark is missing or too many'
  }
  return undefined
}

function parsed(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, { delimiter, relax_column_count: true, trim: true, skip_empty_lines: true, bom: true })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}
