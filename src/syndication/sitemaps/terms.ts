import { cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import { articlePath } from '../../content/links.ts'
import { NEWEST_CATEGORY } from '../../content/list-kind.ts'
import type { ContentRepository } from '../../content/repository.ts'
import type { ListPaths } from '../../languages/language.ts'
import type { MenuItem, Service } from '../../services/service.ts'
import type { TermKind } from './paths.ts'

/**
 * Number of articles scanned for categories, tags and authors: the CMS does not list them. Links lead to the
 * terms of older articles.
 */
const MAX_ARTICLES_READ = 2000
/** Of each list beyond the list of all. */
const MAX_SEPARATE_READ = 500
/** Maximum number of stored lists of one kind: cards may name any number of them (COST-33). */
const MAX_TERMS = 50_000
const INDEX_TTL_MS = 3_600_000

/** Paths of the lists of each kind, with the date of their newest article. */
export type Terms = Record<TermKind, Map<string, string | undefined>>

/**
 * Caches the lists of each service for an hour. One scan at a time per service.
 * @param now milliseconds since some moment that never changes
 */
export function createTermIndex(now: () => number): (reader: ContentRepository, service: Service) => Promise<Terms> {
  const known = new Map<string, { terms: Promise<Terms>; until: number }>()
  return (reader, service) => {
    const before = known.get(service.name)
    if (before && now() < before.until) return before.terms
    const terms = termsOf(reader, service)
    known.set(service.name, { terms, until: now() + INDEX_TTL_MS })
    terms.catch(() => known.delete(service.name))
    return terms
  }
}

async function termsOf(reader: ContentRepository, service: Service): Promise<Terms> {
  const terms: Terms = { categories: new Map(), tags: new Map(), authors: new Map(), lists: new Map() }
  let articlesRead = 0
  let total = 0
  for await (const list of reader.pages('category', NEWEST_CATEGORY)) {
    const cards = cardsIn(list)
    for (const card of cards) take(card, service.paths, terms)
    articlesRead += cards.length
    total = list.total
    if (articlesRead >= MAX_ARTICLES_READ) break
  }
  for (const { slug, path } of reader.separateLists()) {
    if (path !== undefined) terms.lists.set(articlePath(path, service), undefined)
    let left = MAX_SEPARATE_READ
    for await (const list of reader.pages('path', slug)) {
      for (const card of cardsIn(list)) take(card, service.paths, terms)
      left -= cardsIn(list).length
      if (left <= 0) break
    }
  }
  if (articlesRead < total) takeMenu(service.menu, service.paths, terms)
  return terms
}

function take(card: Card, paths: ListPaths, terms: Terms): void {
  if (card.isPromo) return
  const date = (card.modified ?? card.published)?.time.iso
  const add = (kind: TermKind, prefix: string, href: string | undefined): void => {
    if (terms[kind].size === MAX_TERMS || !href?.startsWith(prefix)) return
    if (!terms[kind].has(href)) terms[kind].set(href, date)
  }
  add('categories', `/${paths.category}/`, card.category?.href)
  for (const tag of card.tags) add('tags', `/${paths.tag}/`, tag.href)
  // A term of a taxonomy of the CMS' own has a path of its own.
  for (const { href } of card.tags) {
    if (href !== undefined && !href.startsWith(`/${paths.tag}/`)) add('lists', '/', href)
  }
  for (const author of card.authors) add('authors', `/${paths.author}/`, author.href)
}

/** The menu's lists exist, however old their articles are. */
function takeMenu(menu: readonly MenuItem[], paths: ListPaths, terms: Terms): void {
  for (const { link, items } of menu) {
    const kind = link.startsWith(`/${paths.category}/`)
      ? 'categories'
      : link.startsWith(`/${paths.tag}/`)
        ? 'tags'
        : undefined
    if (kind && !terms[kind].has(link)) terms[kind].set(link, undefined)
    takeMenu(items ?? [], paths, terms)
  }
}
