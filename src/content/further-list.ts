import { memoizeByIdentity } from '../system/memoize.ts'
import type { Article } from './article.ts'
import type { Card } from './card.ts'
import { articlePath, encodedKey, type LinkRules, portalAt } from './links.ts'
import { cmsPath } from './public-paths.ts'
import { listFor, type ScrollPosts, scrollKey, unread } from './scroll-posts.ts'

const listsOf = memoizeByIdentity<readonly Card[], ScrollPosts>()

/** For stores without lists (NEXT-11). @param cards newest first */
export function scrollPostsFrom(cards: readonly Card[]): ScrollPosts {
  return listsOf(cards, [], () => makeLists(cards))
}

function makeLists(cards: readonly Card[]): ScrollPosts {
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

/** Relative, without `.html` and trailing slash (NEXT-3). */
function linkOf(card: Card): string {
  return cmsPath(card.link.href)
}

/** @param link relative, or a CMS' or service's URL */
export function ownArticlePath(link: string, rules: LinkRules): string | undefined {
  const base = 'https://relative.invalid'
  const url = URL.parse(link, base)
  if (!url) return undefined
  if (url.origin === base) return articlePath(link, rules.service)
  return portalAt(url, rules)?.name === rules.service.name ? articlePath(url.pathname, rules.service) : undefined
}

const keysOf = memoizeByIdentity<readonly string[], readonly string[]>()

/** An article's list, else the service's (NEXT-2, NEXT-4). */
export function furtherKeys(article: Article, lists?: ScrollPosts): string[] {
  const { nextPaths, path, topCategory } = article
  const list = nextPaths.length > 0 || !lists ? nextPaths : listFor(lists, path, topCategory)
  const own = scrollKey(path)
  return keysOf(list, [], () => unread(list, new Set())).filter((key) => key !== own)
}

export function keysToAppend(article: Article, lists?: ScrollPosts): string[] {
  const { series } = article
  const keys = furtherKeys(article, lists)
  const parts = series ? series.parts.slice(series.position) : []
  return parts.length > 0 ? [...new Set([...parts.map(({ href }) => scrollKey(href)), ...keys])] : keys
}

/**
 * In the keys' order, without missing articles.
 * @param known cards that need no reading
 * @param read cards by paths
 */
export async function cardsOf(
  keys: readonly string[],
  known: readonly Card[],
  read: (paths: readonly string[]) => Promise<Card[]>,
): Promise<Card[]> {
  const there = cardsByKey(known)
  const unknown = keys.filter((key) => !there.has(key))
  const others = cardsByKey(unknown.length > 0 ? await read(unknown.map(encodedKey)) : [])
  return keys.flatMap((key) => there.get(key) ?? others.get(key) ?? [])
}

function cardsByKey(cards: readonly Card[]): Map<string, Card> {
  return new Map(cards.filter((card) => !card.isPromo).map((card) => [scrollKey(card.link.href), card]))
}
