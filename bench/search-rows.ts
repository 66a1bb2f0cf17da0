/** The stage of `bench:search -- --rows`: searches in PostgreSQL by kind, and what they cost the server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRunSql } from '../src/features/search/search-database.ts'
import { createPostgresIndexes } from '../src/search/postgres/postgres-index.ts'
import type { RunSql } from '../src/search/postgres/run-sql.ts'
import type { UpdatableIndex } from '../src/search/search-index.ts'
import { wordsOf } from '../src/search/words/words.ts'
import { databaseUrl } from '../src/system/postgresql/settings.ts'
import { postgresPrograms, startPostgres } from '../test/support/postgres-server.ts'
import { ROOT } from '../test/support/root.ts'
import { newsroomWords } from './content/many-articles.ts'
import { vocabularyOf, writeManyRows } from './content/many-rows.ts'
import { queriesByKind, type Search } from './content/queries-by-kind.ts'

const NEWSROOM = join(ROOT, 'newsroom')
const SERVICE = 'akademia'
/** Room for an index of millions, as a server for them has it; what is written needs to survive nothing. */
const LARGE = [
  'shared_buffers=1GB',
  'maintenance_work_mem=1GB',
  'work_mem=64MB',
  'max_wal_size=8GB',
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]
/** Searches of a kind. */
const EACH = 12
const LIMIT_MS = 300
const PERCENTILES = [0.5, 0.95, 1]

export interface Measured {
  work: string
  limit: number
  value: number
  unit: string
}

export interface ManyRows {
  rows: number
  /** URL of one that was filled with such rows before; absent: one is started and filled. */
  database?: string | undefined
  /** Part of the names of kinds that are searched. */
  kind: string
}

interface Times {
  /** Milliseconds, the shortest first. */
  wall: readonly number[]
  cpu: readonly number[]
  /** Searches with results. */
  successes: number
  /** Searches that the server ended, as they were late. */
  failures: number
}

export async function manyInPostgres({ rows, database, kind }: ManyRows): Promise<Measured[]> {
  const programs = postgresPrograms()
  if (database !== undefined) return searched(database, rows, kind)
  if (programs === undefined) return []
  const server = await startPostgres(programs, { settings: LARGE })
  try {
    const { run, close } = createRunSql(databaseUrl.parse(server.url))
    await writeManyRows(run, SERVICE, rows, await newsroomWords(NEWSROOM), await wordsOf('pl'))
    await close()
    await server.sql('VACUUM ANALYZE')
    return await searched(server.url, rows, kind)
  } finally {
    await server.close()
  }
}

async function searched(url: string, rows: number, part: string): Promise<Measured[]> {
  const { run, close } = createRunSql(databaseUrl.parse(url))
  try {
    const index = await createPostgresIndexes(run, (error) => process.stderr.write(`${error}\n`)).openUpdatable(
      SERVICE,
      'pl',
    )
    const [written, words] = [await newsroomWords(NEWSROOM), await wordsOf('pl')]
    const vocabulary = vocabularyOf(written, words)
    const all = await queriesByKind(run, SERVICE, { vocabulary, newsroomWords: written, words }, EACH)
    const kinds = new Map([...all].filter(([kind]) => kind.includes(part)))
    // In turn, so that none has the caches of the server for itself.
    const times = await timesOf(run, kinds, ({ query, filters }) => resultsOf(index, query, filters))
    const suggestions = new Map([['suggestions', [...all.values()].flat().map(asTyped)]])
    const suggested = await timesOf(run, suggestions, async ({ query }) => (await index.suggest(query, 6)).length)
    const whole = together([...times.values()])
    print(new Map([...times, ['all', whole], ...suggested]))
    const work = (what: string): string => `${what} in PostgreSQL, ${rows} rows`
    return [
      ...[...times].map(([kind, { wall }]) => limited(`searches for ${kind}, 95th percentile`, wall, 0.95)),
      limited(work('suggestions, 95th percentile'), suggested.get('suggestions')?.wall ?? [], 0.95),
      limited(work('searches of all kinds, median'), whole.wall, 0.5),
      limited(work('searches of all kinds, 95th percentile'), whole.wall, 0.95),
    ]
  } finally {
    await close()
  }
}

function together(all: readonly Times[]): Times {
  return {
    wall: sorted(all.flatMap(({ wall }) => wall)),
    cpu: sorted(all.flatMap(({ cpu }) => cpu)),
    successes: all.reduce((sum, { successes }) => sum + successes, 0),
    failures: all.reduce((sum, { failures }) => sum + failures, 0),
  }
}

async function resultsOf(index: UpdatableIndex, query: string, filters: Search['filters']): Promise<number> {
  return (await index.find(query, filters, 0, 10)).total
}

function asTyped({ query, filters }: Search, place: number): Search {
  const typed = query.replaceAll('"', '')
  return { query: typed.slice(0, Math.max(2, typed.length - (place % 4))), filters }
}

async function timesOf(
  run: RunSql,
  kinds: ReadonlyMap<string, readonly Search[]>,
  search: (one: Search) => Promise<number>,
): Promise<Map<string, Times>> {
  const measured = [...kinds].map(([kind, queries]) => ({ kind, queries, ...noTimes() }))
  const most = Math.max(...measured.map(({ queries }) => queries.length))
  for (let at = 0; at < most; at++) {
    for (const one of measured) {
      const query = one.queries[at]
      if (query === undefined) continue
      const [before, from] = [await serverSeconds(run), performance.now()]
      const count = await search(query).catch(() => undefined)
      one.wall.push(performance.now() - from)
      const cpu = ((await serverSeconds(run)) - before) * 1000
      // The process of a late one has ended with its connection.
      if (count === undefined) one.failures += 1
      else one.cpu.push(cpu)
      if (count !== undefined && count > 0) one.successes += 1
    }
  }
  return new Map(
    measured.map(({ kind, wall, cpu, successes, failures }) => [
      kind,
      { wall: sorted(wall), cpu: sorted(cpu), successes, failures },
    ]),
  )
}

function noTimes(): { wall: number[]; cpu: number[]; successes: number; failures: number } {
  return { wall: [], cpu: [], successes: 0, failures: 0 }
}

/** Processor time of the connections' processes. */
async function serverSeconds(run: RunSql): Promise<number> {
  const rows = await run(`SELECT pid FROM pg_stat_activity WHERE application_name = 'szpalta'`)
  return rows.reduce((sum, { pid }) => sum + nanoseconds(Number(pid)) / 1e9, 0)
}

function nanoseconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
}

function print(times: ReadonlyMap<string, Times>): void {
  const row = ([kind, { wall, cpu, successes, failures }]: [string, Times]): [
    string,
    Record<string, string | number>,
  ] => [
    kind,
    {
      searches: wall.length,
      'with results': successes,
      late: failures,
      ...Object.fromEntries(PERCENTILES.map((share) => [`wall p${share * 100}`, Math.round(at(wall, share))])),
      ...Object.fromEntries(PERCENTILES.map((share) => [`CPU p${share * 100}`, Math.round(at(cpu, share))])),
    },
  ]
  console.table(Object.fromEntries([...times].map(row)))
}

function limited(work: string, times: readonly number[], share: number): Measured {
  return { work, limit: LIMIT_MS, value: at(times, share), unit: 'ms' }
}

const sorted = (times: readonly number[]): number[] => times.toSorted((one, other) => one - other)

const at = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
