import { type Archive, cardsIn } from './archive.ts'
import type { Article } from './article.ts'
import type { Card, Term } from './card.ts'
import { cmsPath } from './links.ts'
import { onceWhile } from './once-while.ts'
import type { Page } from './page.ts'
import type { ListKind } from './reader.ts'

/**
 * Names by which answers are purged together: of each article, list and service that an answer shows. What the CMS
 * sends when something changes.
 */
export type SurrogateKey = string

export const serviceKey = (name: string): SurrogateKey => `service-${name}`

const keysOfArticles = onceWhile<Article, readonly SurrogateKey[]>()

/** The article, and the lists that it names: its categories, kind, tags and authors. */
export function articleKeys(article: Article): readonly SurrogateKey[] {
  const { id, category, trail, kind, tags, authors } = article
  return keysOfArticles(article, [], () => [
    postKey(id),
    ...new Set([category, ...trail, kind, ...tags, ...authors].flatMap(termKey)),
  ])
}

/** Articles that a page shows as cards: a new title must reach those too. */
export function cardKeys(cards: readonly Card[]): SurrogateKey[] {
  return cards.map(({ id }) => postKey(id))
}

export function pageKeys({ blocks }: Page): SurrogateKey[] {
  return blocks.flatMap((block) => ('cards' in block ? cardKeys(block.cards) : []))
}

/** A list, and the articles in it. */
export function archiveKeys(archive: Archive, basePath: string): SurrogateKey[] {
  return [...termKey({ href: basePath }), ...cardKeys(cardsIn(archive))]
}

/** @param id as cards and articles have it */
export function postKey(id: string): SurrogateKey {
  return `post-${keyPart(id)}`
}

const PREFIXES: Record<string, string> = { kategoria: 'category', tag: 'tag', author: 'author' }

/** `/kategoria/edukacja` is `category-edukacja`. */
function termKey(term: Pick<Term, 'href'> | undefined): SurrogateKey[] {
  const [, folder = '', slug = ''] = /^\/([^/]+)\/([^/]+)$/.exec(term?.href ?? '') ?? []
  const prefix = PREFIXES[folder]
  return prefix === undefined ? [] : [`${prefix}-${slug}`]
}

/** The key of a list by its slug, whether that comes with escapes, as WordPress has it, or without. */
export function listKey(kind: ListKind, slug: string): SurrogateKey {
  return `${kind}-${keyPart(cmsPath(slug).slice(1))}`
}

/** Keys stand in a header, separated by spaces. */
function keyPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
