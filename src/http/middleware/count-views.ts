import { isArticlePage, type PageViews } from '../../edge/page-cache/page-views.ts'
import type { RouteTable } from '../../edge/page-cache/route-table.ts'
import type { RequestObserver } from '../request-context.ts'

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
