import type { SearchFilters } from '../../content/search-filters.ts'
import { type ParsedQuery, parseQuery } from '../query.ts'
import { FIELD_WEIGHTS, MOST_OF_THE_WORDS, PHRASE_BONUS, TITLE_PHRASE_BONUS } from '../ranking.ts'
import { type FoundArticles, NOTHING_FOUND, type SearchIndex } from '../search-index.ts'
import type { SearchIndexes, UpdatableIndexes } from '../search-indexes.ts'
import { type LanguageWords, wordsOf } from '../words/words.ts'
import { createTables, type RunSql, SCHEMA, WRITE_LIMIT_MS } from './run-sql.ts'
import { LETTERS, quoted } from './vectors.ts'
import { createWindows } from './windows.ts'
import { wordQueries } from './word-queries.ts'
import { putArticles, removeArticles, writeArticles } from './writer.ts'

/** Matches that are ranked, the newest ones: a word that stands everywhere says little. */
const MAX_RANKED = 1000
/** Older ones with the words in title or names, which are ranked as well. */
const MAX_OLDER = 500
const MAX_SUGGESTED = 400
const MIN_BEGINNING = 3
/** Letters A to D as PostgreSQL takes them, the least first. */
const WEIGHTS = (['text', 'lead', 'names', 'title'] as const)
  .map((field) => (FIELD_WEIGHTS[field] / FIELD_WEIGHTS.title).toFixed(3))
  .join(',')

/**
 * Indexes in PostgreSQL, with the same words as in memory: these are found here and written into its full-text columns,
 * so that the server needs no dictionary. A service whose articles are there is searched at once, while they are brought up
 * to date behind it.
 * @param onFailure called when that fails
 */
export function createPostgresIndexes(
  run: RunSql,
  onFailure: (error: unknown) => void,
): SearchIndexes & UpdatableIndexes {
  let tables: Promise<void> | undefined
  const prepared = (): Promise<void> => {
    tables ??= createTables(run).catch((error: unknown) => {
      tables = undefined
      throw error
    })
    return tables
  }
  return {
    async open(service, language, articles) {
      await prepared()
      const words = await wordsOf(language)
      const [any] = await run(`SELECT FROM ${SCHEMA}.articles WHERE service = $1 LIMIT 1`, [service])
      const writing = writeArticles(run, service, articles(), words)
      if (any) writing.catch(onFailure)
      else await writing
      return indexOf(run, service, words)
    },
    async openUpdatable(service, language) {
      await prepared()
      const words = await wordsOf(language)
      return {
        ...indexOf(run, service, words),
        put: (articles) => putArticles(run, service, articles, words),
        remove: (ids) => removeArticles(run, service, ids),
        async ids() {
          const rows = await run(`SELECT id FROM ${SCHEMA}.articles WHERE service = $1`, [service], WRITE_LIMIT_MS)
          return rows.map(({ id }) => String(id))
        },
      }
    },
  }
}

function indexOf(run: RunSql, service: string, words: LanguageWords): SearchIndex {
  const windows = createWindows(run, service)
  return {
    async find(query, filters, from, count) {
      const parsed = parseQuery(query, words)
      if (parsed.words.length === 0) return NOTHING_FOUND
      const queries = await wordQueries(run, service, parsed.words, () => MIN_BEGINNING)
      const search = { windows, run, service, parsed, filters, from, count }
      const known = queries.flatMap(({ terms }) => terms ?? [])
      const missing = parsed.words.flatMap(({ written }, at) => {
        const { terms, isGuess = false } = queries[at] ?? {}
        return terms === undefined || isGuess ? written : []
      })
      const withAll = known.length === queries.length ? await ranked(search, known, known.length) : undefined
      if (withAll && withAll.total > 0) return { ...withAll, missing, haveAll: true }
      const most = Math.floor(queries.length * MOST_OF_THE_WORDS) + 1
      if (most >= queries.length || known.length < most) return { ...NOTHING_FOUND, missing }
      return { ...(await ranked(search, known, most)), missing, haveAll: false }
    },
    async suggest(query, count) {
      const parsed = parseQuery(query, words)
      const last = parsed.words.length - 1
      const queries = await wordQueries(run, service, parsed.words, (at) => (at === last ? 1 : MIN_BEGINNING))
      const known = queries.flatMap(({ terms }) => terms ?? [])
      if (queries.length === 0 || known.length < queries.length) return []
      const rows = await run(
        `SELECT id FROM
           (SELECT id, published, heads FROM ${SCHEMA}.articles WHERE service = $1 AND heads @@ $2::tsquery
            ORDER BY published DESC, id LIMIT ${MAX_SUGGESTED}) AS found
         ORDER BY ts_rank('{${WEIGHTS}}', heads, $2::tsquery) DESC, published DESC, id LIMIT $3`,
        [service, known.join(' & '), count],
      )
      return rows.map(({ id }) => String(id))
    },
  }
}

interface RankedSearch {
  /** The oldest dates of the newest articles that are searched one after the other; the last is that of all. */
  windows(): Promise<readonly string[]>
  run: RunSql
  service: string
  parsed: ParsedQuery
  filters: SearchFilters
  from: number
  count: number
}

/**
 * Looks among the newest articles first: only words that stand in few of them are looked for in all.
 * @param least number of the words that an article must have
 */
async function ranked(
  search: RankedSearch,
  queries: readonly string[],
  least: number,
): Promise<Pick<FoundArticles, 'ids' | 'total' | 'isMore'>> {
  const windows = await search.windows()
  for (const [at, since] of windows.entries()) {
    const matches = await rankedSince(search, queries, least, { since, older: windows[at + 1], isNewest: at === 0 })
    if (matches.isMore || at === windows.length - 1) return matches
  }
  return { ids: [], total: 0 }
}

interface Window {
  /** The oldest date of what is searched. */
  since: string
  /** The same of the next window; absent: there are no older articles. */
  older: string | undefined
  isNewest: boolean
}

async function rankedSince(
  { run, service, parsed, filters, from, count }: RankedSearch,
  queries: readonly string[],
  least: number,
  { since, older: olderSince, isNewest }: Window,
): Promise<Pick<FoundArticles, 'ids' | 'total' | 'isMore'>> {
  const values: unknown[] = [service]
  const value = (one: unknown): string => `$${values.push(one)}`
  const each = queries.map((query) => `${value(query)}::tsquery`)
  const joined = value(queries.join(least === queries.length ? ' & ' : ' | '))
  const conditionsOn = (column: 'heads' | 'words', oldest: string): string =>
    [
      'service = $1',
      `${column} @@ ${joined}::tsquery`,
      ...(least < queries.length ? [`${each.map((one) => `(words @@ ${one})::int`).join(' + ')} >= ${least}`] : []),
      ...parsed.phrases.map((phrase) => `words @@ ${value(anyOf(phrase))}::tsquery`),
      ...(filters.category === undefined ? [] : [`category = ${value(filters.category)}`]),
      ...(filters.from === undefined ? [] : [`published >= ${value(filters.from)}`]),
      ...(filters.to === undefined ? [] : [`left(published, 10) <= ${value(filters.to)}`]),
      ...(oldest === '' ? [] : [`published >= ${value(oldest)}`]),
    ].join(' AND ')
  const isLast = olderSince === undefined
  // Where the window has too few, nothing else is looked for: the next one follows.
  const isEnough = isLast ? 'true' : `(SELECT count(*) FROM newest) >= ${MAX_RANKED}`
  // An expression has no index to go along: for a rare word the server would read all texts, one after the other.
  const newestOf = (condition: string, order: string, most: number): string =>
    `(SELECT id FROM ${SCHEMA}.articles WHERE ${condition} ORDER BY ${order} DESC, id LIMIT ${most})`
  const newest = newestOf(conditionsOn('words', since), isNewest ? 'published' : "published || ''", MAX_RANKED)
  const older = isLast
    ? ''
    : `UNION ${newestOf(`${isEnough} AND ${conditionsOn('heads', olderSince)}`, "published || ''", MAX_OLDER)}`
  const score = each.map((one) => `ts_rank('{${WEIGHTS}}', words, ${one})`).join(' + ')
  const isLong = parsed.sequence.some(({ length }) => length > 1)
  const bonus = isLong
    ? `CASE WHEN words @@ ${value(anyOf(parsed.sequence, LETTERS.title))}::tsquery THEN ${TITLE_PHRASE_BONUS}
        WHEN words @@ ${value(anyOf(parsed.sequence))}::tsquery THEN ${PHRASE_BONUS} ELSE 1 END`
    : '1'
  const rows = await run(
    `WITH newest AS MATERIALIZED ${newest}, candidates AS MATERIALIZED (SELECT id FROM newest ${older})
     SELECT id, (SELECT count(*) FROM newest) AS total FROM candidates
       JOIN ${SCHEMA}.articles USING (id) WHERE service = $1 AND ${isEnough}
     ORDER BY (${score}) * ${bonus} DESC, published DESC, id OFFSET ${value(from)} LIMIT ${value(count)}`,
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
