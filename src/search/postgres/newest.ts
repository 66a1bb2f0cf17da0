import { literal, SCHEMA } from './run-sql.ts'
import { within, type Year } from './years.ts'

/** Newest articles whose vectors are read one after the other. Where many of them have the words, no index is opened. */
const LOOKED_THROUGH = 8000

/** The expression of the index of dates. */
export const BY_DATE = "(published || '')"

interface Newest {
  /** Conditions of an article, without `service = $1`. */
  conditions: readonly string[]
  /** Those of the date, which is a column or an expression. */
  dates?: (date: string) => readonly string[]
  years: readonly Year[]
  /** How many. */
  most: number
  /** Dates from which on and up to which articles are looked for; absent: all. */
  from?: string | undefined
  to?: string | undefined
}

/**
 * The newest articles of a service that fulfil conditions: a query with `id` and `published`. It goes along the dates of the
 * newest ones, then by words through one year after the other, as far as it has to: the server opens a part when those
 * before it have too few. The order by an expression keeps it from going along the dates there: for a rare word
 * it would read all vectors.
 * @param edge a query of the oldest date of the articles that are looked through
 */
export function newestOf({ conditions, dates = () => [], years, most, from, to }: Newest, edge: string): string {
  const select = (all: readonly string[], order: string): string =>
    `(SELECT id, published FROM ${SCHEMA}.articles WHERE ${['service = $1', ...all].join(' AND ')}
      ORDER BY ${order} DESC, id LIMIT ${most})`
  const wanted = years.filter(({ since, before }) => (from ?? '') < before && (to === undefined || since <= to))
  const parts = [
    select([...conditions, ...dates(BY_DATE), `${BY_DATE} >= ${edge}`], BY_DATE),
    ...wanted.map((year) =>
      select(
        [`${edge} > ${literal(year.since)}`, ...conditions, ...dates('published'), within(year), `published < ${edge}`],
        'published',
      ),
    ),
  ]
  return `SELECT id, published FROM (${parts.join(' UNION ALL ')}) AS parts LIMIT ${most}`
}

/** @param conditions those of dates, without `service = $1` */
export function edgeOf(conditions: readonly string[]): string {
  return `SELECT coalesce((SELECT published FROM ${SCHEMA}.articles WHERE ${['service = $1', ...conditions].join(' AND ')}
    ORDER BY ${BY_DATE} DESC, id OFFSET ${LOOKED_THROUGH} LIMIT 1), '') AS since`
}
