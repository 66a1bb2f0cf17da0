import type { RequestHandler } from 'express'
import { postCardOf } from '../content/post-card.ts'
import type { ContentReader } from '../content/reader.ts'
import { isRefusedQuery, searchQuery } from '../content/search-query.ts'
import { originOf } from '../seo/head.ts'
import type { Service } from '../services/service.ts'
import { forbidCaching } from './cache-policy.ts'
import { type Reading, readingOf } from './reading.ts'

/** `GET /search/{query}/{page}`: `{ posts, hasMore }` as JSON, for the portal's own pages (SEARCH-1). */
export function searchApi(
  serviceOf: (host: string | undefined) => Service,
  reader: (service: Service, reading: Reading) => ContentReader,
): RequestHandler<{ query: string; page: string }> {
  return async (request, response) => {
    const query = searchQuery(request.params.query)
    const page = /^\d{1,4}$/.test(request.params.page) ? Number(request.params.page) : 0
    response.set('x-robots-tag', 'noindex')
    forbidCaching(response)
    if (query === '' || isRefusedQuery(query) || page < 1) {
      response.status(400).json({ error: 'a query and a page of at least 1 are needed' })
      return
    }
    const service = serviceOf(request.get('host'))
    const { cards, hasMore } = await reader(service, readingOf(request)).search(query, page)
    response.json({ posts: cards.map((card) => postCardOf(card, originOf(service))), hasMore })
  }
}
