import type { Registry } from 'prom-client'
import * as z from 'zod'
import { createMetrics } from '../../src/observability/metrics.ts'
import { primaryFigures } from '../../src/portal/workers/primary-figures.ts'
import { codeOf, tableOf } from './markdown.ts'

/** Of prom-client's metrics, whose types leave the labels out. */
const metric = z.looseObject({
  name: z.string(),
  help: z.string(),
  type: z.string(),
  aggregator: z.string(),
  labelNames: z.array(z.string()),
})

const OWN = /^szpalta_/
const OF_WORKERS: Readonly<Record<string, string>> = {
  sum: 'added up',
  first: 'the first',
  min: 'the least',
  max: 'the greatest',
  average: 'the average',
}

export function metricsPage(): string {
  return `# Metrics

Written by \`npm run docs:reference\` from the registry: change the metrics' own texts. \`GET /metrics\` with
\`Authorization: Bearer $METRICS_TOKEN\` has them in Prometheus' text format, with those of Node and the process that prom-client
collects (\`nodejs_…\`, \`process_…\`). What the values of labels mean, and which alarm to look at: [the handbook](../handbook.md#figures).

${tableOf(
  ['metric', 'type', 'labels', 'of several workers', 'meaning'],
  ownMetrics().map(({ name, type, labelNames, aggregator, help }) => [
    codeOf(name),
    type,
    labelNames.map(codeOf).join(', '),
    type === 'gauge' ? (OF_WORKERS[aggregator] ?? aggregator) : 'added up',
    help,
  ]),
)}`
}

/** Each once, with whatever is optional. */
function ownMetrics(): Array<z.output<typeof metric>> {
  const { registry } = createMetrics({
    counts: { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 },
    refusedCrawlers: () => [],
    readers: { ok: 0, failed: 0 },
    version: '',
    machine: { backup: '' },
  })
  const all = [registry, primaryFigures().registry].flatMap(metricsOf)
  return [...new Map(all.map((one) => [one.name, one])).values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function metricsOf(registry: Registry): Array<z.output<typeof metric>> {
  return z
    .array(metric)
    .parse(registry.getMetricsAsArray())
    .filter(({ name }) => OWN.test(name))
}
