import type { RequestHandler } from 'express'
import type { Metrics } from '../../observability/metrics.ts'

/** `GET /metrics` in Prometheus' text format. */
export function metricsEndpoint({ registry, text }: Metrics): RequestHandler {
  return async (_request, response) => {
    response.set('content-type', registry.contentType).send(await text())
  }
}
