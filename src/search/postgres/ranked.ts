import type { SearchFilters } from '../../content/search-filters.ts'
import type { ParsedQuery } from '../query.ts'
import { FIELD_WEIGHTS, PHRASE_BONUS, TITLE_PHRASE_BONUS } from '../ranking.ts'
import type { FoundArticles } from '../search-index.ts'
import { atLeast } from './at-least.ts'
import { BY_DATE, edgeOf, newestOf } from './newest.ts'
import { type RunSql, SCHEMA } from './run-sql.ts'
import { categoryTerm, LETTERS, quoted } from './vectors.ts'
import type { Year } from './years.ts'

/** Matches that are ranked, the newest ones: a word that stands everywhere says little. */
const MAX_RANKED = 1000
/** Older ones with the words in title or names, which are ranked as well. */
const MAX_OLDER = 500
const MAX_SUGGESTED = 400
/** Letters A to D as PostgreSQL takes them, the least first. */
const WEIGHTS = (['text', 'lead', 'names', 'title'] as const)
  .map((field) => (FIELD_WEIGHTS[field] / FIELD_WEIGHTS.title).toFixed(3))
  .join(',')
const EDGE = '(SELECT since FROM edge)'
/** Follows each character of a date. */
const AFTER = '\u{10ffff}'

interface Searched {
  run: RunSql
  service: string
  years: readonly Year[]
}

export interface RankedSearch extends Searched {
  parsed: ParsedQuery
  filters: SearchFilters
  from: number
  count: number
}

/** The newest articles with the words in title or names. @param queries one for each word */
export async function suggested(
  { run, service, years }: Searched,
  queries: readonly string[],
  count: number,
): Promise<string[]> {
  const conditions = ['heads @@ $2::tsquery']
  const rows = await run(
    `WITH edge AS MATERIALIZED (${edgeOf([])}),
       found AS MATERIALIZED (${newestOf({ conditions, years, most: MAX_SUGGESTED }, EDGE)})
     SELECT id FROM found JOIN ${SCHEMA}.articles AS one USING (id) WHERE service = $1
     ORDER BY ts_rank('{${WEIGHTS}}', heads, $2::tsquery) DESC, one.published DESC, id LIMIT $3`,
    [service, queries.join(' & '), count],
  )
  return rows.map(({ id }) => String(id))
}

/**
 * The best of the newest articles with so many of the words, and of older ones that have them in title or names (SEARCH-35).
 * @param queries one for each word
 * @param least number of the words that an article must have
 */
export async function ranked(
  { run, service, years, parsed, filters, from, count }: RankedSearch,
  queries: readonly string[],
  least: number,
): Promise<Pick<FoundArticles, 'ids' | 'total' | 'isMore'>> {
  const values: unknown[] = [service]
  const value = (one: unknown): string => `$${values.push(one)}`
  const each = queries.map((query) => `${value(query)}::tsquery`)
  const { query, isExact } = atLeast(queries, least)
  const inCategory = filters.category === undefined ? '' : ` & ${quoted(categoryTerm(filters.category))}`
  const joined = value(`(${query})${inCategory}`)
  const { from: first, to: last } = filters
  const limits = [
    ...(first === undefined ? [] : [{ operator: '>=', date: value(first) }]),
    ...(last === undefined ? [] : [{ operator: '<', date: value(last + AFTER) }]),
  ]
  const dates = (column: string): string[] => limits.map(({ operator, date }) => `${column} ${operator} ${date}`)
  const conditions = [
    ...(isExact ? [] : [`${each.map((one) => `(words @@ ${one})::int`).join(' + ')} >= ${least}`]),
    ...parsed.phrases.map((phrase) => `words @@ ${value(anyOf(phrase))}::tsquery`),
    ...(filters.category === undefined ? [] : [`category = ${value(filters.category)}`]),
  ]
  const newestWith = (column: 'heads' | 'words', most: number, others: readonly string[]): string =>
    newestOf(
      {
        conditions: [...others, `${column} @@ ${joined}::tsquery`, ...conditions],
        dates,
        years,
        most,
        from: filters.from,
        to: filters.to === undefined ? undefined : filters.to + AFTER,
      },
      EDGE,
    )
  const isFull = `(SELECT count(*) FROM newest) >= ${MAX_RANKED}`
  const isOlder = 'published < (SELECT min(published) FROM newest)'
  const score = each.map((one) => `ts_rank('{${WEIGHTS}}', words, ${one})`).join(' + ')
  const isLong = parsed.sequence.some(({ length }) => length > 1)
  const bonus = isLong
    ? `CASE WHEN words @@ ${value(anyOf(parsed.sequence, LETTERS.title))}::tsquery THEN ${TITLE_PHRASE_BONUS}
        WHEN words @@ ${value(anyOf(parsed.sequence))}::tsquery THEN ${PHRASE_BONUS} ELSE 1 END`
    : '1'
  const rows = await run(
    `WITH edge AS MATERIALIZED (${edgeOf(dates(BY_DATE))}),
       newest AS MATERIALIZED (${newestWith('words', MAX_RANKED, [])}),
       older AS MATERIALIZED (${newestWith('heads', MAX_OLDER, [isFull, isOlder])}),
       candidates AS MATERIALIZED (SELECT id FROM newest UNION ALL SELECT id FROM older)
     SELECT id, (SELECT count(*) FROM newest) AS total
     FROM candidates JOIN ${SCHEMA}.articles AS one USING (id) WHERE service = $1
     ORDER BY (${score}) * ${bonus} DESC, one.published DESC, id OFFSET ${value(from)} LIMIT ${value(count)}`,
    values,
  )
  // A page beyond the last has no row that could say it.
  const total = rows.length === 0 ? 0 : Number(rows[0]?.total)
  return { ids: rows.map(({ id }) => String(id)), total, ...(total >= MAX_RANKED && { isMore: true }) }
}

/** A phrase in any of its spellings. */
function anyOf(spellings: ReadonlyArray<readonly string[]>, letter = ''): string {
  const phraseOf = (stems: readonly string[]): string =>
    stems.map((stem) => quoted(stem) + (letter && `:${letter}`)).join(' <-> ')
  return spellings.map((stems) => `(${phraseOf(stems)})`).join(' | ')
}
