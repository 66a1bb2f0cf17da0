/** The stage of `bench:search`. */
import { join } from 'node:path'
import { createRunSql } from '../src/features/search/search-database.ts'
import { createMemoryIndex } from '../src/search/memory/memory-index.ts'
import { createPostgresIndexes } from '../src/search/postgres/postgres-index.ts'
import type { SearchIndex } from '../src/search/search-index.ts'
import { wordsOf } from '../src/search/words/words.ts'
import { databaseUrl } from '../src/system/postgresql/settings.ts'
import { postgresPrograms, startPostgres } from '../test/support/postgres-server.ts'
import { ROOT } from '../test/support/root.ts'
import { seeded } from '../test/support/seeded.ts'
import { manyArticles, newsroomWords } from './content/many-articles.ts'
import { type ManyRows, type Measured, manyInPostgres } from './search-rows.ts'

const NEWSROOM = join(ROOT, 'newsroom')
/** Articles of the index whose memory counts, as long as the newsroom's. */
const SMALL = 5000
const QUERIES = 600
const MEGABYTE = 1024 * 1024
/** Of the larger index; what readers type is compared with titles and names. */
const LENGTHS = { title: 8, lead: 28, text: 250 }

/**
 * @param only the adapter to measure; absent: both
 * @param many rows of PostgreSQL, made by the database itself; absent: `count` articles are indexed there, too
 */
export async function measure(count: number, only?: string, many?: ManyRows): Promise<Measured[]> {
  if (many !== undefined) return manyInPostgres(many)
  const measured = only === 'postgresql' ? [] : await inMemory(count)
  return only === 'memory' ? measured : [...measured, ...(await inPostgres(count))]
}

async function inMemory(count: number): Promise<Measured[]> {
  const memory = await memoryOfSmall()
  const from = performance.now()
  const index = await createMemoryIndex(manyArticles(NEWSROOM, count, LENGTHS), await wordsOf('pl'))
  process.stderr.write(`${count} articles indexed in ${((performance.now() - from) / 1000).toFixed(0)} s\n`)
  const times = await timesOf(index)
  return [
    { work: `memory of the index of ${SMALL} articles`, limit: 60, value: memory, unit: 'MB' },
    { work: `suggestions, ${count} articles, 95th percentile`, limit: 30, value: times.suggest, unit: 'ms' },
    { work: `searches, ${count} articles, 95th percentile`, limit: 250, value: times.find, unit: 'ms' },
  ]
}

async function inPostgres(count: number): Promise<Measured[]> {
  const programs = postgresPrograms()
  if (programs === undefined) return []
  const server = await startPostgres(programs)
  const { run, close } = createRunSql(databaseUrl.parse(server.url))
  try {
    const from = performance.now()
    const indexes = createPostgresIndexes(run, (error) => process.stderr.write(`${error}\n`))
    const index = await indexes.open('akademia', 'pl', () => manyArticles(NEWSROOM, count, LENGTHS))
    process.stderr.write(`the same in PostgreSQL in ${((performance.now() - from) / 1000).toFixed(0)} s\n`)
    await server.sql('VACUUM ANALYZE')
    const times = await timesOf(index)
    return [
      {
        work: `suggestions in PostgreSQL, ${count} articles, 95th percentile`,
        limit: 30,
        value: times.suggest,
        unit: 'ms',
      },
      {
        work: `searches in PostgreSQL, ${count} articles, 95th percentile`,
        limit: 1000,
        value: times.find,
        unit: 'ms',
      },
    ]
  } finally {
    await close()
    await server.close()
  }
}

/** Megabytes: objects, and the arrays outside the heap. */
async function memoryOfSmall(): Promise<number> {
  const words = await wordsOf('pl')
  const before = await settled()
  const index = await createMemoryIndex(manyArticles(NEWSROOM, SMALL), words)
  const after = await settled()
  // It is in use until here.
  await index.suggest('a', 1)
  return (after - before) / MEGABYTE
}

async function settled(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** 95th percentiles, in milliseconds, of what readers type letter by letter, with a typing error in every fifth. */
async function timesOf(index: SearchIndex): Promise<{ suggest: number; find: number }> {
  const queries = await typedQueries()
  for (const query of queries.slice(0, 50)) await index.suggest(query, 6)
  const suggest = await timesFor(queries, (query) => index.suggest(query, 6))
  const find = await timesFor(queries, (query) => index.find(query, {}, 0, 10))
  const at = (times: readonly number[], share: number): number => times[Math.floor(times.length * share)] ?? 0
  return { suggest: at(suggest, 0.95), find: at(find, 0.95) }
}

/** Milliseconds, the shortest first. */
async function timesFor(queries: readonly string[], ask: (query: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const query of queries) {
    const from = performance.now()
    await ask(query)
    times.push(performance.now() - from)
  }
  return times.sort((one, other) => one - other)
}

async function typedQueries(): Promise<string[]> {
  const words = await newsroomWords(NEWSROOM)
  const random = seeded(7)
  const pick = (): string => words[Math.floor(random() * words.length)] ?? ''
  return Array.from({ length: QUERIES }, (_, number) => {
    const last = pick()
    const typed = last.slice(0, 2 + Math.floor(random() * last.length))
    const wrong = number % 5 === 0 ? typed.slice(0, 2) + typed.slice(3) : typed
    return number % 3 === 0 ? `${pick()} ${wrong}` : wrong
  })
}
