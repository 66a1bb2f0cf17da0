import type { Article } from './article.ts'
import type { Card } from './card.ts'
import { relatedCards } from './related.ts'
import { scrollKey } from './scroll-posts.ts'

/** More than shown: neighbours are left out. */
const NEAREST = 6
const RELATED = 3

export interface ReadingOrder {
  earlier?: Card
  /** Leads to this entry of the further articles, or the series' next part (NEXT-17). */
  later?: Pick<Card, 'title' | 'link'>
  related: Card[]
}

export interface Onward {
  list: readonly Card[]
  keys: readonly string[]
  newest: readonly Card[]
  known?: readonly Card[]
  /** Appends only a series' next part (ART-6). */
  isAlone?: boolean
}

/** Editors' choice, then the nearest by content, then the category (ART-8, RELATED-1). */
export function readingOrder(article: Article, { list, keys, newest, known = [], isAlone }: Onward): ReadingOrder {
  const own = newest.filter((card) => !card.isPromo)
  const isThis = (card: Card): boolean => card.id === article.id || card.link.href === article.path
  const at = own.findIndex(isThis)
  const others = own.filter((card) => !isThis(card))
  const alike = others.filter((card) => card.category?.name === article.category?.name)
  const previous = at === -1 ? undefined : own[at + 1]
  const hasOwnList = article.nextPaths.length > 0
  // The service's list is the same everywhere: the entry published after this article leads through it.
  const following = hasOwnList || at < 1 ? [] : own.slice(at - 1, at).filter((card) => keys.includes(keyOf(card)))
  const entries = [...following, ...list].filter((card) => !isThis(card))
  const ofList = entries.find((card) => keyOf(card) !== (previous && keyOf(previous))) ?? entries[0]
  const later = nextPart(article) ?? (isAlone ? undefined : ofList)
  const isAgain = previous && later && keyOf(previous) === keyOf(later)
  const earlier = isAlone || isAgain ? undefined : previous
  const nearest = relatedCards(article, distinct([...own, ...known]), NEAREST)
  const editors = hasOwnList && !article.isNextComputed ? list : []
  const around = new Set([earlier, later].flatMap((one) => (one ? [keyOf(one)] : [])))
  const related = distinct([...editors, ...nearest, ...alike, ...others]).filter((card) => !isThis(card))
  // Too few others: neighbours are related too.
  const apart = related.filter((card) => !around.has(keyOf(card)))
  return { earlier, later, related: (apart.length > 0 ? apart : related).slice(0, RELATED) }
}

function nextPart({ series }: Article): ReadingOrder['later'] {
  const part = series?.parts[series.position]
  return part && { title: part.title, link: { href: part.href } }
}

function keyOf({ link }: Pick<Card, 'link'>): string {
  return scrollKey(link.href)
}

function distinct(cards: readonly Card[]): Card[] {
  const byPath = new Map<string, Card>()
  for (const card of cards) if (!byPath.has(card.link.href)) byPath.set(card.link.href, card)
  return [...byPath.values()]
}
