import type { Express, RequestHandler } from 'express'
import { postCardOf } from '../../content/post-card.ts'
import { searchFilters } from '../../content/search-filters.ts'
import { isRefusedQuery, searchQuery } from '../../content/search-query.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { contextOf } from '../../http/request-context.ts'
import { originOf } from '../../seo/head.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { suggestedLists } from './suggested-lists.ts'

/** For words that are being typed (SEARCH-12, SEARCH-39). */
export function suggestionsApi(reader: ContentRepositories['reader']): RequestHandler<{ query: string }> {
  return async (request, response) => {
    const query = searchQuery(request.params.query)
    response.set('x-robots-tag', 'noindex')
    forbidCaching(response)
    if (query === '' || isRefusedQuery(query)) {
      response.status(400).json({ error: 'a query is needed' })
      return
    }
    const { service, content } = contextOf(request)
    const own = reader(service, content)
    const cards = await own.suggest(query)
    const { kinds, suggested } = service.messages.search
    const lists = suggestedLists(query, [...cards, ...own.known()], service.menu)
    const suggestions = [
      ...cards.map(({ title, link }) => ({ title, link: link.href })),
      ...lists.map(({ title, link, kind }) => ({ title, link, kind: kinds[kind] })),
    ]
    // For screen readers.
    response.json({ suggestions, announcement: suggested({ count: suggestions.length }) })
  }
}

/** `GET /search/{query}/{page}`: `{ posts, hasMore, count, missing, isGuess }` (SEARCH-1, SEARCH-27, SEARCH-28). */
export function searchApi(reader: ContentRepositories['reader']): RequestHandler<{ query: string; page: string }> {
  return async (request, response) => {
    const query = searchQuery(request.params.query)
    const page = /^\d{1,4}$/.test(request.params.page) ? Number(request.params.page) : 0
    response.set('x-robots-tag', 'noindex')
    forbidCaching(response)
    if (query === '' || isRefusedQuery(query) || page < 1) {
      response.status(400).json({ error: 'a query and a page of at least 1 are needed' })
      return
    }
    const { service, content } = contextOf(request)
    const filters = searchFilters(new URL(request.originalUrl, originOf(service)).searchParams)
    const { cards, ...outcome } = await reader(service, content).search(query, page, filters)
    const posts = cards.map((card) => postCardOf(card, originOf(service)))
    response.json({ posts, ...outcome, isGuess: posts.length > 0 && outcome.missing.length > 0 })
  }
}

export function mountSearch(app: Express, { content }: AppDependencies): void {
  app.get('/search/:query/suggestions', suggestionsApi(content.reader))
  app.get('/search/:query/:page', searchApi(content.reader))
}
