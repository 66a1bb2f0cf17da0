import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { publicPath } from '../../src/content/links.ts'
import type { Service } from '../../src/services/service.ts'
import { formOf } from '../../src/site/redirects.ts'
import { linkKey, type Outline } from './outline.ts'

export interface RedirectLine {
  from: string
  to: string
}

/** A table has no more rows (SITE-18). */
const MAX_ROWS = 100_000
/** Paths of the portal itself. */
const RESERVED = /^\/(?:healthz|readyz|version|metrics|ops)(?:\/|$)/
const HEAD = 'from,to,status'

/** No path with an article or a list leads elsewhere. */
export function redirectsOf(outline: Outline, service: Service): RedirectLine[] {
  const host = hostOf(outline.site.url)
  const own = new Set(['/'])
  const targetOf = ({ to, isOld = false }: Outline['moved'][number]): string => {
    const path = isOld ? outline.links.get(linkKey(to)) : to
    if (path === undefined) return pathOnHost(to, host)
    const target = publicPath(path, service)
    own.add(formOf(target) ?? target)
    return isOld ? `${target}${URL.parse(to)?.hash ?? ''}` : target
  }
  const targets = outline.moved.map((one) => ({ from: one.from, target: targetOf(one) }))
  const lines = new Map<string, string>()
  for (const { from, target } of targets) {
    const url = URL.parse(from, outline.site.url)
    if (!url || hostOf(url.href) !== host) continue
    const path = formOf(`${url.pathname}${url.search}`)
    if (path === undefined || path.includes('*') || own.has(path) || RESERVED.test(path)) continue
    if (!lines.has(path)) lines.set(path, target)
  }
  return [...lines].filter(([from]) => !isLoop(from, lines)).map(([from, to]) => ({ from, to }))
}

function pathOnHost(url: string, host: string): string {
  const parsed = URL.parse(url)
  return parsed && hostOf(url) === host ? `${parsed.pathname}${parsed.search}${parsed.hash}` : url
}

/** The portal refuses loops. */
function isLoop(from: string, lines: ReadonlyMap<string, string>): boolean {
  const passed = new Set<string>()
  for (let at: string | undefined = from; at !== undefined; ) {
    if (passed.has(at)) return true
    passed.add(at)
    const next: string | undefined = lines.get(at)
    at = next === undefined ? undefined : formOf(next.replace(/#.*$/s, ''))
  }
  return false
}

function hostOf(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '')
}

/**
 * Existing rows stay.
 * @param before the table's text
 * @returns undefined when there is nothing to add
 */
export function withRedirects(
  before: string | undefined,
  lines: readonly RedirectLine[],
): { text: string; added: number; left: number } | undefined {
  const known = new Set(before === undefined ? [] : rowsOf(before).map(([from = '']) => formOf(from) ?? from))
  const missing = lines.filter(({ from }) => !known.has(from))
  const added = missing.slice(0, Math.max(0, MAX_ROWS - known.size))
  if (missing.length === 0) return undefined
  const start = before === undefined || before.trim() === '' ? `${HEAD}\n` : before.replace(/\n?$/, '\n')
  const text = start + added.map(({ from, to }) => `${field(from)},${field(to)},301\n`).join('')
  return { text, added: added.length, left: missing.length - added.length }
}

function rowsOf(text: string): string[][] {
  try {
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true }) as string[][]
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`redirects.csv:${error.lines ?? 1}: ${error.message}`)
    throw error
  }
}

function field(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
