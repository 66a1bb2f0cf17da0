import { type RequestHandler, Router } from 'express'
import { VIEWS_API } from '../../content/most-read.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { isFromOwnPage } from '../../edge/page-cache/navigation.ts'
import type { PageViews } from '../../edge/page-cache/page-views.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { contextOf } from '../../http/request-context.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'

/**
 * `POST /api/views{path}`: a reader sees an article that the browser had prefetched (READ-9).
 * @param views absent: nothing is counted
 */
export function prefetchedViews(
  reader: ContentRepositories['reader'],
  views: Pick<PageViews, 'shown'> | undefined,
): RequestHandler {
  return Router({ caseSensitive: true, strict: true }).post(`${VIEWS_API}/*path`, async (request, response) => {
    forbidCaching(response)
    if (views && isFromOwnPage(request)) {
      const { service, content } = contextOf(request)
      const article = await reader(service, content).article(cmsPath(request.path.slice(VIEWS_API.length)))
      if (!isMissing(article)) views.shown({ service: service.name, url: article.path })
    }
    response.status(204).end()
  })
}
