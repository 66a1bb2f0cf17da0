import { join } from 'node:path'
import * as z from 'zod'
import { createEmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import { judged, judgedQueries, mean } from '../support/judged-queries.ts'
import { ROOT } from '../support/root.ts'

const services = z.record(z.string(), z.custom<ReturnType<typeof createServices>['akademia']>()).parse(createServices())
const results = z.object({ posts: z.array(z.object({ ID: z.string() })) })

const WANTED: readonly (readonly [file: string, count: number])[] = [
  ['judged-queries.yaml', 200],
  ['further-judged-queries.yaml', 60],
]

test.each(WANTED)(
  'of %s at the newsroom, 95 %% of the expected articles are among the first five (SEARCH-13)',
  async (file, count) => {
    const source = createEmbeddedSource(join(ROOT, 'newsroom'), SERVICE_NAMES, (error) => {
      throw error
    })
    const queries = await judgedQueries(file)
    const recalls: number[] = []
    for (const query of queries) {
      const service = services[query.service]
      if (!service) throw new Error(`no service ${query.service}`)
      const { posts } = results.parse((await source.search(service, query.query, 1)).json)
      recalls.push(
        judged(
          query,
          posts.map(({ ID }) => ID),
        ).recall,
      )
    }
    expect(queries).toHaveLength(count)
    expect(mean(recalls)).toBeGreaterThanOrEqual(0.95)
  },
)
