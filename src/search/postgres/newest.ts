import { literal, SCHEMA } from './run-sql.ts'
import { within, type Year } from './years.ts'

/** They say how common a word is. */
const SAMPLED = 1000

export const BY_DATE = "(published || '')"

interface Newest {
  /** Without `service = $1`. */
  conditions: readonly string[]
  each: readonly string[]
  indexed: readonly string[]
  /** The date is a column or an expression. */
  dates?: (date: string) => readonly string[]
  years: readonly Year[]
  most: number
  /** Absent: all dates. */
  from?: string
  to?: string
}

/**
 * Selects `place` (in the table), `id`, `published`, one year after the other. An expression as order spares the server
 * all vectors of a rare word.
 * @param edge a query of the oldest date that is looked through
 */
export function newestOf(
  { conditions, each, indexed, dates = () => [], years, most, from, to }: Newest,
  edge: string,
): string {
  const select = (all: readonly string[], order: string): string =>
    `(SELECT ctid AS place, id, published FROM ${SCHEMA}.articles WHERE ${['service = $1', ...all].join(' AND ')}
      ORDER BY ${order} DESC, id LIMIT ${most})`
  const wanted = years.filter(({ since, before }) => (from ?? '') < before && (to === undefined || since <= to))
  const parts = [
    select([...conditions, ...each, ...dates(BY_DATE), `${BY_DATE} >= ${edge}`], BY_DATE),
    ...wanted.map((year) =>
      select(
        [
          `${edge} > ${literal(year.since)}`,
          ...indexed,
          ...conditions,
          ...dates('published'),
          within(year),
          `published < ${edge}`,
        ],
        'published',
      ),
    ),
  ]
  return `SELECT place, id, published FROM (${parts.join(' UNION ALL ')}) AS parts LIMIT ${most}`
}

/**
 * @param conditions without `service = $1`
 * @param most number of newer articles, which are looked through
 */
export function edgeOf(conditions: readonly string[], most: number): string {
  return `SELECT coalesce((SELECT published FROM ${SCHEMA}.articles WHERE ${['service = $1', ...conditions].join(' AND ')}
    ORDER BY ${BY_DATE} DESC, id OFFSET ${most} LIMIT 1), '') AS since`
}

/** Needs no index. */
export function has(vector: 'heads' | 'words', query: string): string {
  return `ts_match_vq(${vector}, ${query})`
}

/**
 * With each word (`in_words_0`), with all (`in_words`), with all in titles and names (`in_heads_0`), and with
 * `enough`.
 * @param queries parameters
 */
export function sharesOf(queries: readonly string[], least: number): string {
  const vectors = ['words', 'heads'] as const
  const matched = vectors.flatMap((vector) => queries.map((query, at) => `${has(vector, query)} AS ${vector}_${at}`))
  const share = (condition: string, name: string): string => `avg((${condition})::int)::float8 AS ${name}`
  const shares = vectors.flatMap((vector) => {
    const each = queries.map((_, at) => `${vector}_${at}`)
    return [...each.map((one, at) => share(one, `in_${vector}_${at}`)), share(each.join(' AND '), `in_${vector}`)]
  })
  const enough = share(`${queries.map((_, at) => `words_${at}::int`).join(' + ')} >= ${least}`, 'enough')
  // The offset keeps the server from matching each word once for each share.
  return `SELECT ${[...shares, enough].join(', ')} FROM (SELECT ${matched.join(', ')} FROM (SELECT words, heads FROM ${SCHEMA}.articles
    WHERE service = $1 ORDER BY ${BY_DATE} DESC, id LIMIT ${SAMPLED}) AS newest OFFSET 0) AS matched`
}
