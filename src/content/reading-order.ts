import type { Article } from './article.ts'
import type { Card } from './card.ts'

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
 * Neighbours in time and related articles, from the service's newest. An article older than those continues with the
 * newest one.
 * @param chosen articles to read next, chosen by the CMS
 * @param newest newest first
 */
export function readingOrder(article: Article, chosen: readonly Card[], newest: readonly Card[]): ReadingOrder {
  const own = newest.filter((card) => !card.isPromo)
  const isThis = (card: Card): boolean => card.id === article.id || card.link.href === article.path
  const at = own.findIndex(isThis)
  const others = own.filter((card) => !isThis(card))
  const alike = others.filter((card) => card.category?.name === article.category?.name)
  const earlier = at === -1 ? undefined : own[at + 1]
  const later = [...own.slice(Math.max(at - 1, 0), Math.max(at, 0)), ...chosen, ...others].find(
    (card) => !isThis(card) && card.link.href !== earlier?.link.href,
  )
  const related = distinct([...chosen, ...alike, ...others]).filter((card) => !isThis(card))
  return { ...(earlier && { earlier }), ...(later && { later }), related: related.slice(0, RELATED) }
}

function distinct(cards: readonly Card[]): Card[] {
  return [...new Map(cards.map((card) => [card.link.href, card])).values()]
}
