import type { RouteTable } from '../../edge/page-cache/route-table.ts'
import type { AccessLog } from '../../observability/log/access-log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { RequestObserver } from '../request-context.ts'
import { routeOf } from '../route-of.ts'

/** The operator's machines call them again and again. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
/** A probe without the token is not the operator's. */
const UNAUTHORISED = 401

interface RequestLogSettings {
  metrics: Pick<Metrics, 'answered' | 'begun' | 'served'>
  routes: RouteTable
  access?: AccessLog
}

/** Probes have no line in the log (OBS-44). */
export function requestLog({ metrics, routes, access }: RequestLogSettings): RequestObserver {
  return (request, response, { service, requestId, dispatch }) => {
    const startedAt = performance.now()
    const ended = metrics.begun()
    response.once('finish', () => {
      const route = routeOf(request)
      metrics.answered(route, response.statusCode, (performance.now() - startedAt) / 1000)
      // The page cache sends its own requests; the operator's wait for no turn (OBS-40).
      if (!dispatch && routes.kindOf(route) !== undefined) metrics.served(response.statusCode)
    })
    response.once('close', ended)
    // The page cache logs readers' requests.
    if (access && (!dispatch || dispatch.isRevalidation)) {
      access.other(request, response, {
        cache: dispatch ? 'refresh' : 'none',
        service: service.name,
        requestId,
        since: startedAt,
        isLogged: () => response.statusCode === UNAUTHORISED || !PROBES.has(routeOf(request)),
      })
    }
  }
}
