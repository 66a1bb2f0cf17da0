import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import type { Failures } from '../../observability/error-reports/failures.ts'
import { contextOf } from '../request-context.ts'

/** Logs an error, and responds in JSON where the request was JSON. */
export function failure(log: Logger, failures?: Failures): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const status = statusOf(error)
    if (status >= 500) {
      const { requestId, service } = contextOf(request)
      log.error({ requestId, err: error }, 'request failed')
      failures?.report(error, {
        where: 'request',
        requestId,
        url: request.originalUrl,
        service: service.name,
      })
    }
    if (response.headersSent) {
      response.destroy()
      return
    }
    forbidCaching(response)
    if (status === 503) response.set('retry-after', '10')
    const { service } = contextOf(request)
    const words = status < 500 ? service.messages.badRequest : service.messages.unavailable
    response.status(status)
    if (request.is('json')) response.json({ error: words.title, message: words.lead })
    else response.type('html').send(errorDocument(service, words))
  }
}

/** Keeps Express' status of client errors; 503 for a failing source, else 500. */
function statusOf(error: unknown): number {
  if (error instanceof Error && (error.name === 'SourceError' || error.name === 'WireShapeError')) return 503
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500
  return status >= 400 && status < 600 ? status : 500
}
