/** The stage of `search:judge`. */
import { join } from 'node:path'
import * as z from 'zod'
import { createRunSql } from '../src/features/search/search-database.ts'
import { createPostgresIndexes } from '../src/search/postgres/postgres-index.ts'
import { memoryIndexes, type SearchIndexes } from '../src/search/search-indexes.ts'
import { existingService } from '../src/services/registry.ts'
import { readSite } from '../src/site/read-site.ts'
import { createEmbeddedSource } from '../src/sources/embedded/embedded.ts'
import { elapsed } from '../src/system/clock.ts'
import { databaseUrl } from '../src/system/postgresql/settings.ts'
import { type Judgement, judged, judgedQueries, mean, QUERY_SETS } from '../test/support/judged-queries.ts'
import { postgresPrograms, startPostgres } from '../test/support/postgres-server.ts'
import { ROOT } from '../test/support/root.ts'

interface Row {
  kind: string
  count: number
  recall: number
  /** Recall of an older search, as far as it was measured (docs/decisions/066-search.md). */
  before: number | undefined
  precision: number
  first: number
  rank: number
}

interface Report {
  /** Engine and set of queries. */
  heading: string
  rows: Row[]
  misses: string[]
}

type RecallByKind = Readonly<Record<string, number>> & { all?: number }

/**
 * Recall at 5 before, by set. Of the 200 queries at commit 70efca9, where minisearch compared letters (measured once: the
 * package is no longer here); of the further ones before symbols, spellings and alternations counted.
 */
const RECALL_BEFORE: Readonly<Record<string, RecallByKind>> = {
  'judged-queries.yaml': {
    inflected: 0.527,
    bare: 0.923,
    typo: 0.62,
    phrase: 1,
    plain: 1,
    author: 0,
    category: 0.528,
    all: 0.615,
  },
  'further-judged-queries.yaml': { inflected: 0.962, bare: 0.923, spelling: 0.429, all: 0.767 },
}

const results = z.object({ posts: z.array(z.object({ ID: z.string() })) })

/** Judges the engines that are there. */
export async function judge(): Promise<Report[]> {
  const inMemory = await reportsOfEngine('embedded', memoryIndexes)
  const programs = postgresPrograms()
  if (programs === undefined) return inMemory
  const server = await startPostgres(programs)
  const { run, close } = createRunSql(databaseUrl.parse(server.url))
  try {
    const failed = (error: unknown): never => {
      throw error
    }
    return [...inMemory, ...(await reportsOfEngine('PostgreSQL', createPostgresIndexes(run, failed)))]
  } finally {
    await close()
    await server.close()
  }
}

async function reportsOfEngine(engine: string, indexes: SearchIndexes): Promise<Report[]> {
  const { services } = await readSite(join(ROOT, 'sites/szpalta'))
  const failed = (error: unknown): never => {
    throw error
  }
  const source = createEmbeddedSource(join(ROOT, 'newsroom'), Object.keys(services), failed, elapsed, { indexes })
  const reports: Report[] = []
  for (const [set, file] of QUERY_SETS) {
    const judgements: Judgement[] = []
    for (const query of await judgedQueries(file)) {
      const { json } = await source.search(existingService(services, query.service), query.query, 1)
      judgements.push(
        judged(
          query,
          results.parse(json).posts.map(({ ID }) => ID),
        ),
      )
    }
    reports.push(reportOf(`${engine}, ${set}`, judgements, RECALL_BEFORE[file] ?? {}))
  }
  return reports
}

function reportOf(heading: string, judgements: readonly Judgement[], before: RecallByKind): Report {
  const kinds = [...new Set(judgements.map(({ kind }) => kind))]
  const rows = kinds.map((kind) =>
    rowOf(
      kind,
      judgements.filter((one) => one.kind === kind),
      before[kind],
    ),
  )
  const misses = judgements
    .filter(({ recall }) => recall < 1)
    .map(({ service, query, firstFive, expected }) => {
      const missing = expected.filter((slug) => !firstFive.includes(slug))
      return `${service}: ${query} → ${firstFive.join(', ') || 'nothing'}; not ${missing.join(', ')}`
    })
  return { heading, rows: [...rows, rowOf('all', judgements, before.all)], misses }
}

function rowOf(kind: string, judgements: readonly Judgement[], before: number | undefined): Row {
  return {
    kind,
    count: judgements.length,
    before,
    recall: mean(judgements.map(({ recall }) => recall)),
    precision: mean(judgements.map(({ precision }) => precision)),
    first: mean(judgements.map(({ rank }) => (rank === 1 ? 1 : 0))),
    rank: mean(judgements.map(({ rank }) => rank)),
  }
}
