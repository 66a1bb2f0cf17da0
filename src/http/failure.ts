import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { copy } from '../copy.ts'
import type { Failures } from '../error-reports/failures.ts'
import type { Service } from '../services/service.ts'
import { forbidCaching } from './cache-policy.ts'
import { errorDocument } from './error-document.ts'

/** The last resort: whatever was thrown becomes one log line and a plain answer, JSON to who sent JSON. */
export function failure(
  log: Logger,
  serviceOf: (host: string | undefined) => Service,
  failures?: Failures,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const status = statusOf(error)
    if (status >= 500) {
      const { requestId } = response.locals
      log.error({ requestId, err: error }, 'request failed')
      failures?.report(error, {
        where: 'request',
        requestId,
        address: request.originalUrl,
        service: serviceOf(request.get('host')).name,
      })
    }
    if (response.headersSent) {
      response.destroy()
      return
    }
    forbidCaching(response)
    if (status === 503) response.set('retry-after', '10')
    const words = status < 500 ? copy.badRequest : copy.unavailable
    response.status(status)
    if (request.is('json')) response.json({ error: words.title, message: words.lead })
    else response.type('html').send(errorDocument(words))
  }
}

/** A client's mistake keeps its status (Express marks it); a failing source is 503; anything else is 500. */
function statusOf(error: unknown): number {
  if (error instanceof Error && (error.name === 'SourceError' || error.name === 'WireShapeError')) return 503
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500
  return status >= 400 && status < 600 ? status : 500
}
