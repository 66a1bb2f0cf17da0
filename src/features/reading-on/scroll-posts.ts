import type { RequestHandler } from 'express'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { readingOnRoutes } from './route-declarations.ts'

/** `GET /api/getScrollPosts`: the lists of further articles (NEXT-11). */
export function scrollPosts(reader: ContentRepositories['reader']): RequestHandler {
  return async (request, response) => {
    const { service, content } = contextOf(request)
    cacheAs(response, readingOnRoutes.lists.caching.scrollPosts)
    response.json(await reader(service, content).scrollPosts())
  }
}
