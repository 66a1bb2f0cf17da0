import type { Article } from './article.ts'
import type { Card } from './card.ts'
import { relatedCards } from './related.ts'
import { scrollKey } from './scroll-posts.ts'

const RELATED = 3

export interface ReadingOrder {
  earlier?: Card
  /** *dalej* leads to this entry of the list of further articles (NEXT-17). */
  later?: Card
  related: Card[]
}

export interface Onward {
  list: readonly Card[]
  keys: readonly string[]
  newest: readonly Card[]
  known?: readonly Card[]
}

/** The editors' choice comes first, then the nearest by content, then the same category (ART-8, RELATED-1). */
export function readingOrder(article: Article, { list, keys, newest, known = [] }: Onward): ReadingOrder {
  const own = newest.filter((card) => !card.isPromo)
  const isThis = (card: Card): boolean => card.id === article.id || card.link.href === article.path
  const at = own.findIndex(isThis)
  const others = own.filter((card) => !isThis(card))
  const alike = others.filter((card) => card.category?.name === article.category?.name)
  const previous = at === -1 ? undefined : own[at + 1]
  const hasOwnList = article.nextPaths.length > 0
  // The service's list is the same below all articles: its entry that was published after this one leads on through
  // it.
  const following = hasOwnList || at < 1 ? [] : own.slice(at - 1, at).filter((card) => keys.includes(keyOf(card)))
  const entries = [...following, ...list].filter((card) => !isThis(card))
  const later = entries.find((card) => keyOf(card) !== (previous && keyOf(previous))) ?? entries[0]
  const earlier = previous && later && keyOf(previous) === keyOf(later) ? undefined : previous
  const nearest = relatedCards(article, distinct([...own, ...known]), RELATED)
  const editors = hasOwnList && !article.isNextComputed ? list : []
  const related = distinct([...editors, ...nearest, ...alike, ...others]).filter((card) => !isThis(card))
  return { earlier, later, related: related.slice(0, RELATED) }
}

function keyOf({ link }: Card): string {
  return scrollKey(link.href)
}

function distinct(cards: readonly Card[]): Card[] {
  const byPath = new Map<string, Card>()
  for (const card of cards) if (!byPath.has(card.link.href)) byPath.set(card.link.href, card)
  return [...byPath.values()]
}
