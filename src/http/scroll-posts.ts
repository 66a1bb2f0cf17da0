import type { RequestHandler } from 'express'
import type { Card } from '../content/card.ts'
import { cmsPath } from '../content/links.ts'
import type { ContentReader } from '../content/reader.ts'
import type { ScrollPosts } from '../content/scroll-posts.ts'
import type { Service } from '../services/service.ts'

/** Seconds for which a browser may keep the lists. */
const MAX_AGE = 60

/** `GET /api/getScrollPosts`: what to read on with, made of the newest articles (spec 7; decision 45). */
export function scrollPosts(
  serviceOf: (host: string | undefined) => Service,
  reader: (service: Service) => ContentReader,
): RequestHandler {
  return async (request, response) => {
    const service = serviceOf(request.get('host'))
    const cards = service.articleLayout === 'scroll' ? await reader(service).newest() : []
    response.set('cache-control', `public, max-age=${MAX_AGE}`)
    response.json(scrollPostsFrom(cards))
  }
}

/** @param cards newest first */
export function scrollPostsFrom(cards: readonly Card[]): ScrollPosts {
  const own = cards.filter((card) => !card.isPromo)
  const categories = new Map<string, string[]>()
  for (const card of own) {
    const { topCategory: name } = card
    if (name !== undefined) categories.set(name, [...(categories.get(name) ?? []), linkOf(card)])
  }
  return { specific: {}, globals: own.map(linkOf), categories: Object.fromEntries(categories) }
}

/** Links are relative links: no `.html`, no trailing slash (contract). */
function linkOf(card: Card): string {
  return cmsPath(card.link.href)
}
