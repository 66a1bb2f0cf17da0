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

/** More rows are rules for a web server. */
const MAX_ROWS = 100_000
/** Further problems are not listed. */
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
/** Paths that the operator's tools need. */
const RESERVED = /^\/(?:healthz|readyz|version|metrics|ops)(?:\/|$)/

/**
 * Parses the redirects of a site folder: a line `from,to,status`, then a row for each. `from` is a path, or a URL for
 * one of several hosts; with `/*` at its end it stands for everything below, which `*` at the end of `to` repeats.
 * @returns the table, or every problem with its line
 */
export function parseRedirects(text: string): Redirects | { problems: FolderProblem[] } {
  const problems: FolderProblem[] = []
  const problem = (line: number, message: string): undefined => {
    if (problems.length < MAX_PROBLEMS) problems.push({ file: REDIRECTS_FILE, line, column: 1, message })
  }
  const lines = new Map<RedirectRow, number>()
  const seen = new Map<string, number>()
  let count = -1
  const take = (record: readonly string[], line: number): void => {
    count += 1
    if (count === 0) {
      const isHead = record.slice(0, 2).join(',').toLowerCase() === 'from,to'
      if (!isHead) problem(1, 'the first line must be: from,to,status')
      return
    }
    const row = count > MAX_ROWS ? undefined : rowOf(record)
    if (typeof row === 'string') problem(line, row)
    else if (row) {
      const key = `${row.from}${row.isPrefix ? '/*' : ''}`
      const earlier = seen.get(key)
      if (earlier === undefined) lines.set(row, line)
      else problem(line, `${key} is in line ${earlier} already`)
      seen.set(key, earlier ?? line)
    }
  }
  // The parser makes an error of each row that is shorter than the head, also where that is allowed: stacks would take
  // most of the time.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // One at a time: all of them as the parser's records would take four times the memory.
      on_record(record: readonly string[], { lines: line }) {
        take(record, line)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problems: [{ file: REDIRECTS_FILE, line: Number(error.lines ?? 1), column: 1, message: error.message }] }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  if (count === -1) problem(1, 'the first line must be: from,to,status')
  if (count > MAX_ROWS) problem(1, `has ${count} rows, at most ${MAX_ROWS} are read`)
  const table = createRedirects([...lines.keys()])
  for (const [row, line] of lines) {
    if (isLoop(table, row)) problem(line, `${row.from} leads back to itself`)
  }
  return problems.length > 0 ? { problems } : table
}

/** @returns the row, or what is wrong with it */
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
  if (!isPrefix && formOf(location) === source) return `${from} leads to itself`
  return { from: prefixOf(source, isPrefix), isPrefix, status: code, location }
}

/** A path, or host and path, in the form of the table. */
function sourceOf(written: string): string | undefined {
  if (written.startsWith('/')) return formOf(written)
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : null
  const path = url && formOf(`${url.pathname}${url.search}`)
  return path ? `${url.host}${path}` : undefined
}

/** `/*` is everything: its path is the empty one. */
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

/** Follows a row, and what a prefix stands for by an example. */
function isLoop(table: ReturnType<typeof createRedirects>, { from, isPrefix, location }: RedirectRow): boolean {
  if (location === undefined || !location.startsWith('/')) return false
  try {
    table.follow(isPrefix ? `${from}/x` : from)
    return false
  } catch (error) {
    if (error instanceof RedirectLoop) return true
    throw error
  }
}
