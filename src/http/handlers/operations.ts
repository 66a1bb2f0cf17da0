import { type RequestHandler, Router } from 'express'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { Metrics } from '../../observability/metrics.ts'

export interface Readiness {
  isReady: boolean
  isDraining: boolean
}

/** `/healthz`: the process runs. `/readyz`: it can serve (RUN-3). */
export function operations(readiness: Readiness, version: string): Router {
  const router = Router()
  router.use(['/healthz', '/readyz', '/version'], (_request, response, next) => {
    forbidCaching(response)
    next()
  })
  router.get('/healthz', (_request, response) => {
    response.type('text').send('ok')
  })
  router.get('/readyz', (_request, response) => {
    const isReady = readiness.isReady && !readiness.isDraining
    response
      .status(isReady ? 200 : 503)
      .type('text')
      .send(isReady ? 'ready' : 'not ready')
  })
  router.get('/version', (_request, response) => {
    // The platform's versions stay private (SEC-20).
    response.json({ name: 'szpalta', version })
  })
  return router
}

export function metricsEndpoint({ registry, text }: Metrics): RequestHandler {
  return async (_request, response) => {
    response.set('content-type', registry.contentType).send(await text())
  }
}
