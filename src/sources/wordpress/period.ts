import { type Language, rulesOf } from '../../languages/language.ts'
import type { Query } from './fields.ts'

export interface Period {
  /** In the site's own time; WordPress leaves out both ends. */
  query: Query
  name: string
}

const PATH = /^\/(\d{4})(?:\/(\d{2})(?:\/(\d{2}))?)?$/
const SECOND = 1000

/**
 * `/2024`, `/2024/05` or `/2024/05/12` (SRC-34).
 * @returns undefined for any other path or date
 */
export function periodAt(path: string, language: Language): Period | undefined {
  const [, year = '', month, day] = PATH.exec(path) ?? []
  if (year === '') return undefined
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)]
  const start = utc(y, m, d)
  if (start.getUTCMonth() !== m || start.getUTCDate() !== d || y < 1000) return undefined
  const end = day !== undefined ? utc(y, m, d + 1) : month !== undefined ? utc(y, m + 1, 1) : utc(y + 1, 0, 1)
  const format = new Intl.DateTimeFormat(rulesOf(language).locale, {
    timeZone: 'UTC',
    year: 'numeric',
    month: month === undefined ? undefined : 'long',
    day: day === undefined ? undefined : 'numeric',
  })
  return {
    query: between(start, end),
    name: format.format(start),
  }
}

/** @param month `2026-04` */
export function monthQuery(month: string): Query {
  const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1]
  return between(utc(year, index, 1), utc(year, index + 1, 1))
}

/** @param end the first moment after the period */
function between(start: Date, end: Date): Query {
  return { after: written(new Date(start.getTime() - SECOND)), before: written(end) }
}

function utc(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month, day))
}

/** Without a zone WordPress takes the site's own time. */
function written(date: Date): string {
  return date.toISOString().slice(0, 19)
}
