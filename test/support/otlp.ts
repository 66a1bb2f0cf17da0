import * as z from 'zod'
import type { Received } from './receiver.ts'

const value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
})
const attributes = z.array(z.object({ key: z.string(), value })).default([])
const resource = z.object({ attributes })

const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource,
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes,
              status: z.object({ code: z.number().optional() }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

const points = z.array(z.object({ attributes, asDouble: z.number().optional(), asInt: z.unknown().optional() }))
const metrics = z.object({
  resourceMetrics: z.array(
    z.object({
      resource,
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(
            z.object({
              name: z.string(),
              sum: z.object({ dataPoints: points, isMonotonic: z.boolean().optional() }).optional(),
              gauge: z.object({ dataPoints: points }).optional(),
              histogram: z
                .object({
                  dataPoints: z.array(
                    z.object({
                      attributes,
                      count: z.union([z.number(), z.string()]),
                      sum: z.number().optional(),
                      bucketCounts: z.array(z.union([z.number(), z.string()])),
                      explicitBounds: z.array(z.number()),
                    }),
                  ),
                })
                .optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A span as a receiver of OTLP has it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  attributes: Record<string, unknown>
  hasFailed: boolean
  resource: Record<string, unknown>
}

export function spansIn(received: readonly Received[]): ReceivedSpan[] {
  return received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => traces.parse(JSON.parse(body.toString())).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans
        .flatMap(({ spans }) => spans)
        .map(({ attributes, status, parentSpanId, ...span }) => ({
          ...span,
          parentSpanId: parentSpanId || undefined,
          attributes: plain(attributes),
          hasFailed: status?.code === 2,
          resource: plain(resource.attributes),
        })),
    )
}

export function metricsIn(received: readonly Received[]) {
  return received
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ body }) => metrics.parse(JSON.parse(body.toString())).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
}

export function plain(list: z.output<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))
}
