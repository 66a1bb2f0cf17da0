import type { RequestHandler } from 'express'
import type { Card } from '../content/card.ts'
import { cmsPath } from '../content/links.ts'
import type { ContentReader } from '../content/reader.ts'
import type { ScrollPosts } from '../content/scroll-posts.ts'
import type { Service } from '../services/service.ts'
import type { ScrollLists } from '../store/scroll-lists.ts'
import { inSpan } from '../tracing/span.ts'
import { type Reading, readingOf } from './reading.ts'

/** Seconds for which a browser may keep the lists. */
const MAX_AGE = 60

/**
 * `GET /api/getScrollPosts`: what to read on with, from the store, else made of the newest articles (spec 7;
 * decision 45).
 */
export function scrollPosts(
  serviceOf: (host: string | undefined) => Service,
  reader: (service: Service, reading: Reading) => ContentReader,
  stored: ScrollLists = async () => undefined,
): RequestHandler {
  const built = async (service: Service, reading: Reading): Promise<ScrollPosts> =>
    scrollPostsFrom(service.articleLayout === 'scroll' ? await reader(service, reading).newest() : [])
  return async (request, response) => {
    const service = serviceOf(request.get('host'))
    response.set('cache-control', `public, max-age=${MAX_AGE}`)
    const reading = readingOf(request)
    const lists = await inSpan(reading.span, 'store get', 'client', () => stored(service.name))
    response.json(lists ?? (await built(service, reading)))
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

/** Links are relative links: no `.html`, no trailing slash (contract). */
function linkOf(card: Card): string {
  return cmsPath(card.link.href)
}
