/** The stage of `search:judge`. */
import { join } from 'node:path'
import * as z from 'zod'
import { createEmbeddedSource } from '../src/cms/embedded/embedded.ts'
import { existingService } from '../src/services/registry.ts'
import { readSite } from '../src/site/read-site.ts'
import { type Judgement, judged, judgedQueries, mean } from '../test/support/judged-queries.ts'
import { ROOT } from '../test/support/root.ts'

interface Row {
  kind: string
  count: number
  recall: number
  first: number
  rank: number
}

interface Report {
  engine: string
  rows: Row[]
  misses: string[]
}

const results = z.object({ posts: z.array(z.object({ ID: z.string() })) })

/** Judges the engines that are there. */
export async function judge(): Promise<Report[]> {
  const { services } = await readSite(join(ROOT, 'sites/szpalta'))
  const source = createEmbeddedSource(join(ROOT, 'newsroom'), Object.keys(services), (error) => {
    throw error
  })
  const judgements: Judgement[] = []
  for (const query of await judgedQueries()) {
    const { json } = await source.search(existingService(services, query.service), query.query, 1)
    judgements.push(
      judged(
        query,
        results.parse(json).posts.map(({ ID }) => ID),
      ),
    )
  }
  return [reportOf('embedded', judgements)]
}

function reportOf(engine: string, judgements: readonly Judgement[]): Report {
  const kinds = [...new Set(judgements.map(({ kind }) => kind))]
  const rows = kinds.map((kind) =>
    rowOf(
      kind,
      judgements.filter((one) => one.kind === kind),
    ),
  )
  const misses = judgements
    .filter(({ recall }) => recall < 1)
    .map(({ service, query, found, expected }) => {
      const missing = expected.filter((slug) => !found.includes(slug))
      return `${service}: ${query} → ${found.join(', ') || 'nothing'}; not ${missing.join(', ')}`
    })
  return { engine, rows: [...rows, rowOf('all', judgements)], misses }
}

function rowOf(kind: string, judgements: readonly Judgement[]): Row {
  return {
    kind,
    count: judgements.length,
    recall: mean(judgements.map(({ recall }) => recall)),
    first: mean(judgements.map(({ rank }) => (rank === 1 ? 1 : 0))),
    rank: mean(judgements.map(({ rank }) => rank)),
  }
}
