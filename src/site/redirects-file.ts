import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import {
  createRedirects,
  formOf,
  REDIRECTS_FILE,
  type Redirect,
  RedirectLoop,
  type RedirectRow,
  type Redirects,
} from './redirects.ts'
import type { FolderProblem } from './yaml-file.ts'

/** Larger tables belong to a web server. */
const MAX_ROWS = 100_000
const MAX_PROBLEMS = 20
const MAX_URL = 2048
const STATUSES: Readonly<Record<string, Redirect['status']>> = {
  '': 301,
  '301': 301,
  '302': 302,
  '307': 307,
  '308': 308,
  '410': 410,
}
const RESERVED = /^\/(?:healthz|readyz|version|metrics|ops)(?:\/|$)/

/** `loops`: rows left out. */
export interface ParsedRedirects {
  redirects: Redirects
  loops: FolderProblem[]
}

/**
 * Parses `from,to,status`. `from` is a path or a URL; `/*` at its end covers all below, which `*` in `to` repeats.
 * @param file in messages
 */
export function parseRedirects(text: string, file = REDIRECTS_FILE): ParsedRedirects | { problems: FolderProblem[] } {
  const problems: FolderProblem[] = []
  const note = (list: FolderProblem[], line: number, message: string): void => {
    if (list.length < MAX_PROBLEMS) list.push({ file, line, column: 1, message })
  }
  const lines = new Map<RedirectRow, number>()
  const seen = new Map<string, number>()
  let count = 0
  const take = (record: readonly string[], line: number): void => {
    if (count === 0 && seen.size === 0 && isHead(record)) return
    count += 1
    const row = count > MAX_ROWS ? undefined : rowOf(record)
    if (typeof row === 'string') note(problems, line, row)
    else if (row) {
      const key = `${row.from}${row.isPrefix ? '/*' : ''}`
      const earlier = seen.get(key)
      if (earlier === undefined) lines.set(row, line)
      else note(problems, line, `${key} is in line ${earlier} already`)
      seen.set(key, earlier ?? line)
    }
  }
  // Each short row is an error, whose stack takes most time.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // An array takes four times the memory.
      on_record(record: readonly string[], { lines: line }) {
        take(record, line)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problems: [{ file, line: Number(error.lines ?? 1), column: 1, message: error.message }] }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  if (count > MAX_ROWS) note(problems, 1, `has ${count} rows, at most ${MAX_ROWS} are read`)
  if (problems.length > 0) return { problems }
  const rows = [...lines.keys()]
  const { redirects, left } = withoutLoops(rows)
  const loops: FolderProblem[] = []
  for (const [row, line] of lines) if (left.has(row)) note(loops, line, `${row.from} leads back to itself`)
  return { redirects, loops }
}

function isHead(record: readonly string[]): boolean {
  return record.slice(0, 2).join(',').toLowerCase() === 'from,to'
}

/** What leads into a loop ends there (SITE-18). A removed row may have covered others. */
function withoutLoops(all: readonly RedirectRow[]): { redirects: Redirects; left: ReadonlySet<RedirectRow> } {
  const left = new Set<RedirectRow>()
  for (;;) {
    const rows = all.filter((row) => !left.has(row))
    const table = createRedirects(rows)
    const endless = rows.filter((row) => isLoop(table, row))
    if (endless.length === 0) return { redirects: table, left }
    const own = endless.filter((row) => returnsTo(table, row))
    for (const row of own.length > 0 ? own : endless) left.add(row)
  }
}

function rowOf([from = '', to = '', status = '']: readonly string[]): RedirectRow | string {
  const code = STATUSES[status]
  if (code === undefined) return `status "${status}" must be 301, 302, 307, 308, 410 or empty`
  if (from.length > MAX_URL || to.length > MAX_URL) return `a URL has more than ${MAX_URL} characters`
  const isPrefix = from.endsWith('/*')
  const source = sourceOf(isPrefix ? from.slice(0, -1) : from)
  if (source === undefined) return `from "${from}" must be a path like /old or /old/*, or such a URL with its host`
  if (RESERVED.test(source)) return `from "${from}" is a path of the portal itself`
  if (/\*/.test(source)) return `from "${from}" may have a * only as its end, after a slash`
  if (code === 410) {
    return to === '' ? { from: prefixOf(source, isPrefix), isPrefix, status: code } : 'a row with 410 has no target'
  }
  const location = targetOf(to)
  if (location === undefined) return `to "${to}" must be a path like /new, or an http(s) URL`
  if (location.endsWith('*') && !isPrefix) return `to "${to}" ends with *, and from does not`
  return { from: prefixOf(source, isPrefix), isPrefix, status: code, location }
}

/** A path, or host and path. */
function sourceOf(written: string): string | undefined {
  if (written.startsWith('/')) return formOf(written)
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : null
  const path = url && formOf(`${url.pathname}${url.search}`)
  return path ? `${url.host}${path}` : undefined
}

/** `/*` has the empty path. */
function prefixOf(source: string, isPrefix: boolean): string {
  return isPrefix && source.endsWith('/') ? source.slice(0, -1) : source
}

function targetOf(written: string): string | undefined {
  const isPath = written.startsWith('/') && !/^\/[/\\]/.test(written)
  if (!isPath && !/^https?:\/\//i.test(written)) return undefined
  const url = URL.parse(written, 'http://relative.invalid')
  if (url?.username !== '' || url.password !== '') return undefined
  return isPath ? `${url.pathname}${url.search}${url.hash}` : url.href
}

type Table = ReturnType<typeof createRedirects>

function isLoop(table: Table, row: RedirectRow): boolean {
  const { location } = row
  if (location === undefined || !location.startsWith('/')) return false
  if (!row.isPrefix && formOf(location) === row.from) return true
  try {
    table.follow(exampleOf(row))
    return false
  } catch (error) {
    if (error instanceof RedirectLoop) return true
    throw error
  }
}

/** Loops of others do not count. */
function returnsTo(table: Table, row: RedirectRow): boolean {
  const [first, ...later] = table.rowsOf(exampleOf(row))
  return first === undefined || later.includes(row)
}

function exampleOf({ from, isPrefix }: RedirectRow): string {
  return isPrefix ? `${from}/x` : from
}
