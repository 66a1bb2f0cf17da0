import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** An id that a proxy gave may be kept when it is short and plain: it will stand in logs and in a header. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

declare global {
  namespace Express {
    interface Locals {
      requestId: string
    }
  }
}

/** Names each request, and writes one line when the application has answered it. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id')
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
    response.locals.requestId = requestId
    response.setHeader('x-request-id', requestId)
    const startedAt = performance.now()
    response.on('finish', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      log.info(
        {
          requestId,
          method: request.method,
          path: request.originalUrl.split('?', 1)[0],
          status: response.statusCode,
          ms,
        },
        'request',
      )
    })
    next()
  }
}
