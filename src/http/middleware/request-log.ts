import type { AccessLog } from '../../observability/log/access-log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { RequestObserver } from '../request-context.ts'
import { routeOf } from '../route-of.ts'

interface RequestLogSettings {
  metrics: Pick<Metrics, 'answered' | 'begun'>
  /** Absent: no request has a line. */
  access?: AccessLog
}

/** Counts each request that the application has answered, and writes its line. */
export function requestLog({ metrics, access }: RequestLogSettings): RequestObserver {
  return (request, response, { service, requestId, dispatch }) => {
    const startedAt = performance.now()
    const ended = metrics.begun()
    response.once('finish', () => {
      metrics.answered(routeOf(request), response.statusCode, (performance.now() - startedAt) / 1000)
    })
    response.once('close', ended)
    // Of one that a reader waits for in front of the page cache, the line is written there.
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
