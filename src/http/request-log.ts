import type { RequestHandler } from 'express'
import type { Service } from '../services/service.ts'
import type { AccessLog } from './access-log.ts'
import { isDispatched, isRevalidation } from './dispatch.ts'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './request-id.ts'
import { routeOf } from './route-of.ts'

declare global {
  namespace Express {
    interface Locals {
      requestId: string
    }
  }
}

interface RequestLogSettings {
  metrics: Pick<Metrics, 'answered' | 'begun'>
  serviceOf: (host: string | undefined) => Service
  /** Absent: no request has a line. */
  access?: AccessLog
}

/** Names each request; when the application has answered it, counts it and writes its line. */
export function requestLog({ metrics, serviceOf, access }: RequestLogSettings): RequestHandler {
  return (request, response, next) => {
    const requestId = requestIdOf(request)
    response.locals.requestId = requestId
    response.setHeader('x-request-id', requestId)
    const startedAt = performance.now()
    const ended = metrics.begun()
    response.once('finish', () => {
      metrics.answered(routeOf(request), response.statusCode, (performance.now() - startedAt) / 1000)
    })
    response.once('close', ended)
    // Of one that a reader waits for in front of the page cache, the line is written there.
    if (access && (!isDispatched(request) || isRevalidation(request))) {
      access.other(request, response, {
        cache: isDispatched(request) ? 'refresh' : 'none',
        service: serviceOf(request.get('host')).name,
        requestId,
        since: startedAt,
      })
    }
    next()
  }
}
