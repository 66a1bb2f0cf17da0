import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { plainPath } from '../plain-path.ts'
import type { Service } from '../services/service.ts'
import type { Tracing } from '../tracing/span.ts'
import { isDispatched, isRevalidation } from './dispatch.ts'
import { setSpan } from './reading.ts'
import { routeOf } from './route-of.ts'
import type { TrustProxy } from './strict-transport.ts'

/** Finds out which trace a request belongs to; nothing where its caller is not believed (OBS-6). */
export type ParentOf = (request: IncomingMessage) => string | undefined

/** Proxies of the operator's own are believed, and nobody else. */
export function believedParent(trusts: TrustProxy): ParentOf {
  return ({ headers, socket }) => {
    const { traceparent } = headers
    return typeof traceparent === 'string' && trusts(socket.remoteAddress ?? '', 0) ? traceparent : undefined
  }
}

/**
 * A span for each request that the page cache does not answer: those that it does have nothing to tell (OBS-2). Stands
 * before all else of the application.
 */
export function traced(
  tracing: Tracing,
  parentOf: ParentOf,
  serviceOf: (host: string | undefined) => Service,
): RequestHandler {
  return (request, response, next) => {
    // Of one that the page cache has passed on, it has looked at the caller.
    const parent = isDispatched(request) ? request.get('traceparent') : parentOf(request)
    const { method } = request
    const attributes = {
      'http.request.method': method,
      'url.path': plainPath(request.originalUrl),
      'szpalta.service': serviceOf(request.get('host')).name,
      'szpalta.cause': isRevalidation(request) ? 'refresh' : 'reader',
    }
    const span = tracing.request(method, attributes, parent)
    setSpan(request, span)
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      span.set({
        'http.route': routeOf(request),
        'http.response.status_code': statusCode,
        'szpalta.request_id': response.locals.requestId,
      })
      span.end(writableFinished ? (statusCode >= 500 ? String(statusCode) : undefined) : 'cut-off')
    })
    next()
  }
}
