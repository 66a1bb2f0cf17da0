import { type HrTime, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'
import * as z from 'zod'

const figure = z.object({
  name: z.string(),
  help: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram', 'summary']),
  values: z.array(
    z.object({
      value: z.number(),
      metricName: z.string().optional(),
      labels: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    }),
  ),
})
type Figure = z.output<typeof figure>
type Labels = Figure['values'][number]['labels']

export function figuresOf(registry: Registry, resource: Resource): MetricProducer {
  const startTime = millisToHrTime(Date.now())
  return {
    async collect() {
      const endTime = millisToHrTime(Date.now())
      const figures = z.array(figure).parse(await registry.getMetricsAsJSON())
      const metrics = figures.flatMap((one) => metricOf(one, { startTime, endTime }))
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'szpalta' }, metrics }] }, errors: [] }
    },
  }
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}

function metricOf({ name, help, type, values }: Figure, times: Times): MetricData[] {
  const common = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const points = values.map(({ value, labels }) => ({ ...times, attributes: labels, value }))
  switch (type) {
    case 'counter':
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }]
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points }]
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(values, times) }]
    case 'summary':
      return []
  }
}

/** Prometheus' buckets are cumulative, OpenTelemetry's are not. */
function histogramsOf(values: Figure['values'], times: Times): Array<DataPoint<Histogram>> {
  interface Series {
    labels: Labels
    buckets: Array<{ le: number; count: number }>
    sum: number
    count: number
  }
  const series = new Map<string, Series>()
  for (const { value, metricName = '', labels } of values) {
    const { le, ...own } = labels
    const key = JSON.stringify(own)
    const one = series.get(key) ?? { labels: own, buckets: [], sum: 0, count: 0 }
    series.set(key, one)
    if (metricName.endsWith('_sum')) one.sum = value
    else if (metricName.endsWith('_count')) one.count = value
    else if (le !== undefined && le !== '+Inf') one.buckets.push({ le: Number(le), count: value })
  }
  return [...series.values()].map(({ labels, buckets, sum, count }) => {
    const upTo = [...buckets].sort((a, b) => a.le - b.le)
    const cumulative = [...upTo.map((bucket) => bucket.count), count]
    return {
      ...times,
      attributes: labels,
      value: {
        buckets: {
          boundaries: upTo.map(({ le }) => le),
          counts: cumulative.map((total, index) => total - (cumulative[index - 1] ?? 0)),
        },
        sum,
        count,
      },
    }
  })
}
