import { memoizeByIdentity } from '../system/memoize.ts'
import { atOnce } from '../system/steps.ts'
import type { Article } from './article.ts'
import type { Block, HeadingBlock } from './block.ts'
import type { Card, Term } from './card.ts'
import { plainText } from './text.ts'
import { textIn } from './words.ts'

const WEIGHT = { title: 3, term: 3, category: 1, heading: 1.5, lead: 1, body: 0.5 } as const
const MOST_OF_A_TERM = 6
/** Characters and words to compare. */
const MAX_TEXT = 20_000
const MAX_TERMS = 60
/** Word ends are mostly inflection, in all the portal's languages. */
const STEM = 5
const MIN_WORD = 3
const COMMON = 0.3
const MIN_SHARED = 2

type Terms = Map<string, number>

const termsOfCards = memoizeByIdentity<Card, Terms>()
const termsOfArticles = memoizeByIdentity<Article, Terms>()

/** Weighs terms by place and rareness (RELATED-1), without the series' parts and promoted links. */
export function relatedCards(article: Article, candidates: readonly Card[], count: number): Card[] {
  const parts = new Set(article.series?.parts.map(({ href }) => href))
  const others = candidates.filter(
    ({ id, link, isPromo, isNoindex }) =>
      !isPromo && !isNoindex && id !== article.id && link.href !== article.path && !parts.has(link.href),
  )
  const own = termsOfArticles(article, [], () => articleTerms(article))
  const rarity = rarityOf(others)
  const scored = others.flatMap((card) => {
    let [score, shared] = [0, 0]
    for (const [term, weight] of termsOfCard(card)) {
      const wanted = own.get(term)
      const rare = wanted === undefined ? 0 : (rarity.get(term) ?? 0)
      if (wanted === undefined || rare === 0) continue
      score += saturated(wanted) * saturated(weight) * rare
      shared += 1
    }
    return shared >= MIN_SHARED ? [{ card, score }] : []
  })
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ card }) => card)
}

function rarityOf(cards: readonly Card[]): Terms {
  const counts: Terms = new Map()
  for (const card of cards) for (const term of termsOfCard(card).keys()) add(counts, term, 1)
  const most = Math.max(MIN_SHARED, cards.length * COMMON)
  for (const [term, count] of counts) counts.set(term, count > most ? 0 : Math.log(1 + cards.length / count))
  return counts
}

/** Repetitions count less and less (BM25). */
function saturated(weight: number): number {
  return weight / (weight + WEIGHT.title)
}

export function readTerms(cards: readonly Card[]): void {
  for (const card of cards) termsOfCard(card)
}

function termsOfCard(card: Card): Terms {
  return termsOfCards(card, [], () => {
    const terms: Terms = new Map()
    addWords(terms, card.title, WEIGHT.title)
    addWords(terms, card.lead, WEIGHT.lead)
    addNames(terms, card.tags, WEIGHT.term)
    addNames(terms, [card.category], WEIGHT.category)
    return terms
  })
}

function articleTerms(article: Article): Terms {
  const terms: Terms = new Map()
  addWords(terms, atOnce(textIn(article.body)).slice(0, MAX_TEXT), WEIGHT.body)
  for (const { html } of article.body.filter(isHeading)) addWords(terms, plainText(html), WEIGHT.heading)
  addWords(terms, article.lead, WEIGHT.lead)
  addWords(terms, article.title, WEIGHT.title)
  addNames(terms, article.tags, WEIGHT.term)
  addNames(terms, [article.category], WEIGHT.category)
  const strongest = [...terms].sort(([, a], [, b]) => b - a).slice(0, MAX_TERMS)
  return new Map(strongest.map(([term, weight]) => [term, Math.min(weight, MOST_OF_A_TERM)]))
}

function isHeading(block: Block): block is HeadingBlock {
  return block.type === 'heading'
}

const WORD = /[\p{L}\p{N}]+/gu

function addWords(terms: Terms, text: string, weight: number): void {
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (word.length >= MIN_WORD) add(terms, word.slice(0, STEM), weight)
  }
}

/** A tag counts whole, apart from words. */
function addNames(terms: Terms, names: ReadonlyArray<Term | undefined>, weight: number): void {
  for (const term of names) if (term) add(terms, `#${term.name.toLowerCase()}`, weight)
}

function add(terms: Terms, term: string, weight: number): void {
  terms.set(term, (terms.get(term) ?? 0) + weight)
}
