import { parseQuery } from '../query.ts'
import { MOST_OF_THE_WORDS } from '../ranking.ts'
import { NOTHING_FOUND, type SearchIndex } from '../search-index.ts'
import type { SearchIndexes, UpdatableIndexes } from '../search-indexes.ts'
import { type LanguageWords, wordsOf } from '../words/words.ts'
import { createCrawlRecords } from './crawl-records.ts'
import { commonness, ranked, suggested } from './ranked.ts'
import { type RunSql, SCHEMA, WRITE_LIMIT_MS } from './run-sql.ts'
import { createTables } from './tables.ts'
import { type WordQuery, wordQueries } from './word-queries.ts'
import { createWriter } from './writer.ts'
import { createYears, type Years } from './years.ts'

const MIN_BEGINNING = 3

/**
 * Columns get the words of the indexes in memory, so the server needs no dictionary.
 * @param onFailure called when bringing it up to date fails
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
    areShared: true,
    async open(service, language, articles) {
      await prepared()
      const words = await wordsOf(language)
      const years = createYears(run, service)
      const [any] = await run(`SELECT FROM ${SCHEMA}.articles WHERE service = $1 LIMIT 1`, [service])
      const writing = createWriter({ run, service, words, years }).replaceAll(articles())
      if (any) writing.catch(onFailure)
      else await writing
      return indexOf({ run, service, words, years })
    },
    async openUpdatable(service, language) {
      await prepared()
      const words = await wordsOf(language)
      const years = createYears(run, service)
      const { put, remove } = createWriter({ run, service, words, years })
      return {
        ...indexOf({ run, service, words, years }),
        put,
        remove,
        async ids() {
          const rows = await run(`SELECT id FROM ${SCHEMA}.articles WHERE service = $1`, [service], WRITE_LIMIT_MS)
          return rows.map(({ id }) => String(id))
        },
        // An instance that goes on begins with the next page of a list.
        atOnce: () => 1,
        records: createCrawlRecords(run, service),
      }
    },
  }
}

function matchingOf({ terms, matching }: WordQuery): string[] {
  return terms === undefined ? [] : [matching]
}

interface IndexSettings {
  run: RunSql
  service: string
  words: LanguageWords
  years: Years
}

function indexOf({ run, service, words, years }: IndexSettings): SearchIndex {
  return {
    async find(query, filters, from, count) {
      const parsed = parseQuery(query, words)
      if (parsed.words.length === 0) return NOTHING_FOUND
      const queries = await wordQueries(run, service, parsed.words, () => MIN_BEGINNING)
      const scored = queries.flatMap(({ terms }) => terms ?? [])
      const missing = parsed.words.flatMap(({ written }, at) => {
        const { terms, isGuess = false } = queries[at] ?? {}
        return terms === undefined || isGuess ? written : []
      })
      const isInPhrase = parsed.words.map(({ stem }) =>
        parsed.phrases.some((phrase) => phrase.every((spelling) => spelling.includes(stem))),
      )
      const others = queries.filter((_, at) => !isInPhrase[at])
      const known = others.flatMap(matchingOf)
      const most = Math.floor(queries.length * MOST_OF_THE_WORDS) + 1
      const least = Math.max(most - (queries.length - others.length), 0)
      const { words: searched, all, enough } = await commonness({ run, service }, queries.flatMap(matchingOf), most)
      const sought = searched.filter(({ query }) => known.includes(query))
      const search = { run, service, years: await years.known(), parsed, scored, shares: all, filters, from, count }
      const withAll =
        known.length === others.length
          ? await ranked(search, sought, { least: sought.length, share: all.words })
          : undefined
      if (withAll && withAll.total > 0) return { ...withAll, missing, haveAll: true }
      if (most >= queries.length || others.length === 0 || known.length < least) return { ...NOTHING_FOUND, missing }
      const withMost = await ranked(search, least > 0 ? sought : [], { least, share: enough })
      return { ...withMost, missing, haveAll: false }
    },
    async suggest(query, count) {
      const parsed = parseQuery(query, words)
      const last = parsed.words.length - 1
      const queries = await wordQueries(run, service, parsed.words, (at) => (at === last ? 1 : MIN_BEGINNING))
      const known = queries.flatMap(({ terms }) => terms ?? [])
      if (queries.length === 0 || known.length < queries.length) return []
      return suggested({ run, service, years: await years.known() }, known, count)
    },
  }
}
