import type { ParentOf } from '../../edge/transport/request-id.ts'
import { plainPath } from '../../observability/log/plain-path.ts'
import type { Tracing } from '../../observability/tracing/span.ts'
import type { RequestObserver } from '../request-context.ts'
import { routeOf } from '../route-of.ts'

/** Traces requests that miss the page cache: hits have no work (OBS-1). */
export function traced(tracing: Tracing, parentOf: ParentOf): RequestObserver {
  return (request, response, { service, requestId, content, dispatch }) => {
    // The page cache has already checked the caller.
    const parent = dispatch ? request.get('traceparent') : parentOf(request)
    const { method } = request
    const attributes = {
      'http.request.method': method,
      'url.path': plainPath(request.originalUrl),
      'szpalta.service': service.name,
      'szpalta.cause': content.revalidate ? 'refresh' : 'reader',
    }
    const span = tracing.request(method, attributes, parent)
    content.span = span
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      span.set({
        'http.route': routeOf(request),
        'http.response.status_code': statusCode,
        'szpalta.request_id': requestId,
      })
      span.end(writableFinished ? (statusCode >= 500 ? String(statusCode) : undefined) : 'cut-off')
    })
  }
}
