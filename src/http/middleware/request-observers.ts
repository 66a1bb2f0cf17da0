import type { Request } from 'express'
import { isArticlePage, type PageViews } from '../../edge/page-cache/page-views.ts'
import type { RouteTable } from '../../edge/page-cache/route-table.ts'
import type { ParentOf } from '../../edge/transport/request-id.ts'
import type { AccessLog } from '../../observability/log/access-log.ts'
import { plainPath } from '../../observability/log/plain-path.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Tracing } from '../../observability/tracing/span.ts'
import type { RequestObserver } from '../request-context.ts'

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
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
      // The operator's requests wait for no turn (OBS-40).
      if (!dispatch && routes.kindOf(route) !== undefined) metrics.served(response.statusCode)
    })
    response.once('close', ended)
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

/** Traces misses: hits have no work (OBS-1). */
export function traced(tracing: Tracing, parentOf: ParentOf): RequestObserver {
  return (request, response, { service, requestId, content, dispatch }) => {
    // The page cache has checked the caller.
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

/** Counts views with `PAGE_CACHE=off` (READ-1). */
export function countViews(views: Pick<PageViews, 'seen'>, routes: RouteTable): RequestObserver {
  return (request, response, { service, dispatch }) => {
    if (dispatch) return
    response.once('finish', () => {
      const { url } = routes.targetOf(request.originalUrl)
      if (!isArticlePage(url, response.statusCode, response.getHeaders())) return
      views.seen({ service: service.name, url, views: 0 }, request)
    })
  }
}

/** A matched pattern is a label with few values; Express spells mount paths as the client does. */
function routeOf(request: Request): string {
  const route: unknown = request.route?.path
  const base = request.baseUrl.toLowerCase()
  return typeof route === 'string' ? base + route : base || 'page'
}
