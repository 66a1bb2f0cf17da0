import { cardsIn } from '../content/archive.ts'
import type { Card } from '../content/card.ts'
import { type ContentReader, NEWEST_CATEGORY } from '../content/reader.ts'
import type { MenuItem, Service } from '../services/service.ts'
import type { TermKind } from './paths.ts'

/**
 * Articles that are looked through for categories, tags and authors: a CMS of this kind lists none of them (contract).
 * Those of older articles alone are found by links.
 */
const LOOKED_THROUGH = 2000
/** Lists of one kind that are remembered: cards may name any number of them (COST-33). */
const MAX_TERMS = 50_000
const KEPT_MS = 3_600_000

/** Paths of the lists of each kind, with the date of their newest article. */
export type Terms = Record<TermKind, Map<string, string | undefined>>

/**
 * Knows which lists a service has; looks again after an hour. One look at a time for each service.
 * @param now milliseconds since some moment that never changes
 */
export function createTermIndex(now: () => number): (reader: ContentReader, service: Service) => Promise<Terms> {
  const known = new Map<string, { terms: Promise<Terms>; until: number }>()
  return (reader, service) => {
    const before = known.get(service.name)
    if (before && now() < before.until) return before.terms
    const terms = termsOf(reader, service)
    known.set(service.name, { terms, until: now() + KEPT_MS })
    terms.catch(() => known.delete(service.name))
    return terms
  }
}

async function termsOf(reader: ContentReader, service: Service): Promise<Terms> {
  const terms: Terms = { categories: new Map(), tags: new Map(), authors: new Map() }
  let looked = 0
  let total = 0
  for await (const list of reader.pages('category', NEWEST_CATEGORY)) {
    const cards = cardsIn(list)
    for (const card of cards) take(card, terms)
    looked += cards.length
    total = list.total
    if (looked >= LOOKED_THROUGH) break
  }
  if (looked < total) takeMenu(service.menu, terms)
  return terms
}

function take(card: Card, terms: Terms): void {
  if (card.isPromo) return
  const date = (card.modified ?? card.published)?.time.iso
  const add = (kind: TermKind, prefix: string, href: string | undefined): void => {
    if (terms[kind].size === MAX_TERMS || !href?.startsWith(prefix)) return
    if (!terms[kind].has(href)) terms[kind].set(href, date)
  }
  add('categories', '/kategoria/', card.category?.href)
  for (const tag of card.tags) add('tags', '/tag/', tag.href)
  for (const author of card.authors) add('authors', '/author/', author.href)
}

/** What the menu names exists, however old its articles are. */
function takeMenu(menu: readonly MenuItem[], terms: Terms): void {
  for (const { link, items } of menu) {
    const kind = link.startsWith('/kategoria/') ? 'categories' : link.startsWith('/tag/') ? 'tags' : undefined
    if (kind && !terms[kind].has(link)) terms[kind].set(link, undefined)
    takeMenu(items ?? [], terms)
  }
}
