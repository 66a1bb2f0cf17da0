import * as z from 'zod'
import { pl } from '../../src/languages/messages/pl.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import { jsonSchemas } from '../../src/portal/json-schemas.ts'
import { ROUTES } from '../../src/portal/routes.ts'
import { settingDefaults } from '../../src/portal/settings/tables.ts'
import { primaryFigures } from '../../src/portal/workers/primary-figures.ts'
import { articleMeta } from '../../src/sources/embedded/article-fields.ts'
import { cmsContract } from './cms-contract.ts'
import { extensionTypes } from './extension-types.ts'
import { type Shapes, shapesOfSchema } from './shapes.ts'

const SITE_FILES = ['group', 'service', 'messages', 'language', 'breaking'] as const
const OWN_METRIC = /^szpalta_/
const shapes = z.record(z.string(), z.string())

/** What operators, editors, authors of extensions and a CMS rely on (docs/stability.md). */
export const surfaceFile = z.strictObject({
  version: z.string(),
  site: shapes,
  newsroom: shapes,
  settings: shapes,
  routes: shapes,
  metrics: shapes,
  extension: shapes,
  cms: shapes,
})
export type SurfaceFile = z.output<typeof surfaceFile>
export type Surface = Omit<SurfaceFile, 'version'>

interface File {
  name: string
  schema: unknown
}

/** @param root the project's folder */
export function publicSurface(root: string): Surface {
  const files = Object.entries(jsonSchemas()).map(([name, text]) => ({ name, schema: JSON.parse(text) as unknown }))
  const isOfSite = (name: string): boolean => SITE_FILES.some((one) => one === name)
  const article = z.toJSONSchema(articleMeta, { io: 'input', unrepresentable: 'any' })
  const ofNewsroom = files.filter(({ name }) => !isOfSite(name))
  return {
    // The texts are those of `messages`.
    site: all(
      files.filter(({ name }) => isOfSite(name)).map((one) => (one.name === 'language' ? withoutTexts(one) : one)),
    ),
    newsroom: all([...ofNewsroom, { name: 'article', schema: article }]),
    settings: sorted(settingDefaults()),
    routes: routes(),
    metrics: metrics(),
    extension: sorted(extensionTypes(root)),
    cms: all(Object.entries(cmsContract()).map(([name, schema]) => ({ name, schema }))),
  }
}

function withoutTexts({ name, schema }: File): File {
  const { properties, ...rest } = z.looseObject({ properties: z.record(z.string(), z.unknown()) }).parse(schema)
  const texts = Object.keys(pl)
  const others = Object.entries(properties).filter(([key]) => !texts.includes(key))
  return { name, schema: { ...rest, properties: Object.fromEntries(others) } }
}

function all(files: readonly File[]): Shapes {
  return sorted(Object.assign({}, ...files.map(({ name, schema }) => shapesOfSchema(schema, name))))
}

/** How long a response may be stored is no promise (docs/endpoints.md). */
function routes(): Shapes {
  const rows = ROUTES.declared.flatMap(({ path, methods = ['GET'], parameters }) => {
    const query = parameters?.map(({ name }) => name).join(', ') ?? 'the whole query'
    return methods.map((method): [string, string] => [`${method} ${path}`, query])
  })
  return sorted(Object.fromEntries(rows))
}

/** Those of Node and of the process are its library's. */
function metrics(): Shapes {
  const own = createMetrics({
    counts: { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 },
    refusedCrawlers: () => [],
    readers: { ok: 0, failed: 0 },
    version: '0.0.0',
    machine: { backup: 'backup' },
  })
  const figure = z.object({ name: z.string(), type: z.string(), labelNames: z.array(z.string()) })
  const figures = [own.registry, primaryFigures().registry].flatMap((registry) =>
    z.array(figure).parse(registry.getMetricsAsArray()),
  )
  const rows = figures
    .filter(({ name }) => OWN_METRIC.test(name))
    .map(({ name, type, labelNames }): [string, string] => [
      name,
      `${type} ${[...labelNames].sort().join(', ')}`.trim(),
    ])
  return sorted(Object.fromEntries(rows))
}

function sorted(unsorted: Shapes): Shapes {
  return Object.fromEntries(Object.entries(unsorted).sort(([one], [other]) => (one < other ? -1 : 1)))
}
