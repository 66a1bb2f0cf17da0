import type { RequestHandler } from 'express'
import type { ContentOptions, ContentRepositories } from '../../cms/content-repositories.ts'
import type { Card } from '../../content/card.ts'
import { cmsPath } from '../../content/links.ts'
import type { ScrollPosts } from '../../content/scroll-posts.ts'
import { inSpan } from '../../observability/tracing/span.ts'
import type { Service } from '../../services/service.ts'
import type { ScrollLists } from '../../store/scroll-lists.ts'
import { cacheAs } from '../caching.ts'
import { contextOf } from '../request-context.ts'

/**
 * `GET /api/getScrollPosts`: further articles to read, from the store, or built from the newest articles (NEXT-11).
 */
export function scrollPosts(reader: ContentRepositories['reader'], stored?: ScrollLists): RequestHandler {
  const read = scrollPostsReader(reader, stored)
  return async (request, response) => {
    const { service, content } = contextOf(request)
    cacheAs(response, 'scrollPosts')
    response.json(await read(service, content))
  }
}

type ScrollPostsReader = (service: Service, options: ContentOptions) => Promise<ScrollPosts>

/** The service's lists: those of the store, else built from the newest articles. */
export function scrollPostsReader(
  reader: ContentRepositories['reader'],
  stored: ScrollLists = async () => undefined,
): ScrollPostsReader {
  return async (service, content) => {
    const lists = await inSpan(content.span, 'store get', 'client', () => stored(service.name))
    if (lists) return lists
    return scrollPostsFrom(service.articleLayout === 'scroll' ? await reader(service, content).newest() : [])
  }
}

/** @param cards newest first */
export function scrollPostsFrom(cards: readonly Card[]): ScrollPosts {
  const own = cards.filter((card) => !card.isPromo)
  const categories = new Map<string, string[]>()
  for (const card of own) {
    const { topCategory: name } = card
    if (name === undefined) continue
    const links = categories.get(name) ?? []
    links.push(linkOf(card))
    categories.set(name, links)
  }
  return { specific: {}, globals: own.map(linkOf), categories: Object.fromEntries(categories) }
}

/** Links are relative links: no `.html`, no trailing slash (NEXT-3). */
function linkOf(card: Card): string {
  return cmsPath(card.link.href)
}
