import { targetOf } from '../../edge/page-cache/key.ts'
import { isArticlePage, type PageViews } from '../../edge/page-cache/page-views.ts'
import type { RequestObserver } from '../request-context.ts'

/** Counts views of articles that the application sends itself, with `PAGE_CACHE=off` (READ-1). */
export function countViews(views: Pick<PageViews, 'seen'>): RequestObserver {
  return (request, response, { service, dispatch }) => {
    if (dispatch) return
    response.once('finish', () => {
      const { url } = targetOf(request.originalUrl)
      if (!isArticlePage(url, response.statusCode, response.getHeaders())) return
      views.seen({ service: service.name, url, views: 0 }, request)
    })
  }
}
