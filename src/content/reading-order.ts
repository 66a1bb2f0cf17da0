import type { Article } from './article.ts'
import type { Card } from './card.ts'
import { relatedCards } from './related.ts'

/** Number of cards below an article. */
const RELATED = 3

/** The articles that a page links to after the text (ART-8). */
export interface ReadingOrder {
  /** The article published before this one. */
  earlier?: Card
  /** The next article: the one published after it, else the editors' choice, else the newest. */
  later?: Card
  related: Card[]
}

/**
 * Neighbours in time and related articles, from the service's newest. Related are the editors' choice, then what is nearest
 * by content, then the same category (ART-8, RELATED-1). An article older than those continues with the
 * newest one.
 * @param chosen articles to read next, chosen by the CMS
 * @param newest newest first
 * @param known others of the service, in which related ones are looked for too
 */
export function readingOrder(
  article: Article,
  chosen: readonly Card[],
  newest: readonly Card[],
  known: readonly Card[] = [],
): ReadingOrder {
  const own = newest.filter((card) => !card.isPromo)
  const isThis = (card: Card): boolean => card.id === article.id || card.link.href === article.path
  const at = own.findIndex(isThis)
  const others = own.filter((card) => !isThis(card))
  const alike = others.filter((card) => card.category?.name === article.category?.name)
  const earlier = at === -1 ? undefined : own[at + 1]
  const later = [...own.slice(Math.max(at - 1, 0), Math.max(at, 0)), ...chosen, ...others].find(
    (card) => !isThis(card) && card.link.href !== earlier?.link.href,
  )
  const nearest = relatedCards(article, distinct([...own, ...known]), RELATED)
  const editors = article.isNextComputed ? [] : chosen
  const related = distinct([...editors, ...nearest, ...alike, ...others]).filter((card) => !isThis(card))
  return { ...(earlier && { earlier }), ...(later && { later }), related: related.slice(0, RELATED) }
}

function distinct(cards: readonly Card[]): Card[] {
  const byPath = new Map<string, Card>()
  for (const card of cards) if (!byPath.has(card.link.href)) byPath.set(card.link.href, card)
  return [...byPath.values()]
}
