import type { RequestHandler } from 'express'
import { nextPageEntry } from '../../../amp/next-page.ts'
import type { ContentRepositories } from '../../cms/content-repositories.ts'
import type { Article } from '../../content/article.ts'
import type { Card } from '../../content/card.ts'
import { cmsPath, encodedKey, writtenPath } from '../../content/links.ts'
import { isMissing } from '../../content/missing.ts'
import { listFor, type ScrollPosts, scrollKey, unread } from '../../content/scroll-posts.ts'
import { forbidCaching } from '../../page-cache/policy.ts'
import { originOf } from '../../seo/head.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ScrollLists } from '../../store/scroll-lists.ts'
import { cacheAs } from '../caching.ts'
import { allowAmpOrigin, isAllowedOrigin } from '../middleware/amp-cors.ts'
import { contextOf } from '../request-context.ts'
import { scrollPostsReader } from './scroll-posts.ts'

/** Followed by the path of an article. */
export const AMP_NEXT_PATH = '/api/amp/next'

/**
 * Articles in one response. AMP's runtime asks once and does not follow `next`, so this is as far as a list goes for it.
 */
const MOST = 30
/** A position in a list, a whole number. */
const POSITION = /^\d{1,4}$/

interface AmpNextSettings {
  reader: ContentRepositories['reader']
  services: Services
  /** Absent: no lists are stored. */
  stored?: ScrollLists
}

/**
 * `GET /api/amp/next{path}?from={n}`: the articles that follow one, from a position on, as AMP's list of next pages
 * (AMP-9): those that its page would append, in the list's order. For this site and for AMP caches with its documents.
 */
export function ampNext({ reader, services, stored }: AmpNextSettings): RequestHandler<{ path: string[] }> {
  const readLists = scrollPostsReader(reader, stored)
  return async (request, response) => {
    const { service, content: options } = contextOf(request)
    response.vary('Origin')
    response.set('x-robots-tag', 'noindex')
    forbidCaching(response)
    if (!isAllowedOrigin(request, service, services)) return void response.status(403).json({ error: 'origin' })
    allowAmpOrigin(request, response)
    const { from = '0' } = request.query
    if (typeof from !== 'string' || !POSITION.test(from)) return void response.status(400).json({ error: 'from' })
    const content = reader(service, options)
    const article = await content.article(cmsPath(writtenPath(request.params.path)))
    if (isMissing(article) || !leadsOn(service)) return void response.status(404).json({ error: 'missing' })
    const lists = async (): Promise<ScrollPosts> => readLists(service, options)
    const keys = article.nextPaths.length > 0 ? ownNext(article) : nextIn(await lists(), article)
    const end = Number(from) + MOST
    const cards = await cardsOf(keys.slice(Number(from), end), content)
    cacheAs(response, 'ampNext')
    response.json({
      pages: cards.map((card) => nextPageEntry(card, (url) => new URL(url, originOf(service)).href)),
      ...(keys.length > end && { next: ampNextUrl(article, service, end) }),
    })
  }
}

/** Whether articles of a service lead on to others, in AMP as on pages. */
export function leadsOn({ hasAmp, articleLayout }: Service): boolean {
  return hasAmp && articleLayout === 'scroll'
}

/** @param from position in the article's list */
export function ampNextUrl(article: Article, service: Service, from: number): string {
  return `${originOf(service)}${AMP_NEXT_PATH}${encodedKey(cmsPath(article.path))}?from=${from}`
}

/** Keys of the article's own list, without itself (NEXT-2, NEXT-4). */
export function ownNext(article: Article): string[] {
  return unread(article.nextPaths, new Set([scrollKey(article.path)]))
}

function nextIn(lists: ScrollPosts, article: Article): string[] {
  return unread(listFor(lists, article.path, article.topCategory), new Set([scrollKey(article.path)]))
}

/** In the order of the keys. Most lists are of newest articles, whose cards are there already. */
async function cardsOf(keys: readonly string[], content: ReturnType<ContentRepositories['reader']>): Promise<Card[]> {
  if (keys.length === 0) return []
  const known = byKey(await content.newest())
  const others = byKey(await content.cards(keys.filter((key) => !known.has(key)).map(encodedKey)))
  return keys.flatMap((key) => known.get(key) ?? others.get(key) ?? [])
}

function byKey(cards: readonly Card[]): Map<string, Card> {
  return new Map(cards.filter((card) => !card.isPromo).map((card) => [scrollKey(card.link.href), card]))
}
