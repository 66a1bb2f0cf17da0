import type { AccessLog } from '../../observability/log/access-log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { RequestObserver } from '../request-context.ts'
import { routeOf } from '../route-of.ts'

interface RequestLogSettings {
  metrics: Pick<Metrics, 'answered' | 'begun'>
  /** Absent: no access log. */
  access?: AccessLog
}

/** Counts each request that the application responds to, and logs it. */
export function requestLog({ metrics, access }: RequestLogSettings): RequestObserver {
  return (request, response, { service, requestId, dispatch }) => {
    const startedAt = performance.now()
    const ended = metrics.begun()
    response.once('finish', () => {
      metrics.answered(routeOf(request), response.statusCode, (performance.now() - startedAt) / 1000)
    })
    response.once('close', ended)
    // A reader's request that comes through the page cache is logged there.
    if (access && (!dispatch || dispatch.isRevalidation)) {
      access.other(request, response, {
        cache: dispatch ? 'refresh' : 'none',
        service: service.name,
        requestId,
        since: startedAt,
      })
    }
  }
}
