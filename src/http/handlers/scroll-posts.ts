import type { RequestHandler } from 'express'
import type { ContentRepositories } from '../../cms/content-repositories.ts'
import { cacheAs } from '../caching.ts'
import { contextOf } from '../request-context.ts'

/** `GET /api/getScrollPosts`: the lists of further articles (NEXT-11). */
export function scrollPosts(reader: ContentRepositories['reader']): RequestHandler {
  return async (request, response) => {
    const { service, content } = contextOf(request)
    cacheAs(response, 'scrollPosts')
    response.json(await reader(service, content).scrollPosts())
  }
}
