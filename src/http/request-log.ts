import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { CONFIRMATION_PATH } from '../newsletter/confirm-path.ts'
import type { Metrics } from './metrics.ts'

/** An id that a proxy gave may be kept when it is short and plain: it will stand in logs and in a header. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

declare global {
  namespace Express {
    interface Locals {
      requestId: string
    }
  }
}

/** Names each request; when the application has answered it, writes one line and counts it. */
export function requestLog(log: Logger, { answered }: Pick<Metrics, 'answered'>): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id')
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
    response.locals.requestId = requestId
    response.setHeader('x-request-id', requestId)
    const startedAt = performance.now()
    response.on('finish', () => {
      const elapsed = performance.now() - startedAt
      const ms = Math.round(elapsed * 10) / 10
      answered(routeOf(request), response.statusCode, elapsed / 1000)
      log.info(
        {
          requestId,
          method: request.method,
          path: loggedPath(request.originalUrl),
          status: response.statusCode,
          ms,
        },
        'request',
      )
    })
    next()
  }
}

/** Without the query, and without the token that would confirm somebody's subscription. */
function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.toLowerCase().startsWith(`${CONFIRMATION_PATH}/`) ? `${CONFIRMATION_PATH}/***` : path
}

/**
 * The pattern that a request matched, of which there are few; every page is one. Where a router stands is written as the
 * client did, in as many ways as there are of capitals: it counts as one.
 */
function routeOf(request: Request): string {
  const route: unknown = request.route?.path
  const base = request.baseUrl.toLowerCase()
  return typeof route === 'string' ? base + route : base || 'page'
}
