import type { Card } from '../../content/card.ts'
import { slugOf } from '../../content/slug.ts'
import type { MenuItem } from '../../services/service.ts'

export interface SuggestedList {
  title: string
  link: string
  kind: 'topic' | 'author'
}

const MAX_OF_KIND = 2
/** Bounds the time of a suggestion. */
const MAX_CARDS = 600
/** Letters. */
const MIN_WORD = 2

/**
 * Looks in the menu and on cards (SEARCH-39), so that any source has them without a further call.
 * @param cards the suggested ones first
 */
export function suggestedLists(query: string, cards: readonly Card[], menu: readonly MenuItem[]): SuggestedList[] {
  const words = wordsOf(query)
  if (words.every((word) => word.length < MIN_WORD)) return []
  const suggested = new Map<string, SuggestedList>()
  for (const list of listsOf(cards, menu)) {
    if (suggested.has(list.link) || !isMeant(list.title, words)) continue
    const alike = [...suggested.values()].filter(({ kind }) => kind === list.kind)
    if (alike.length < MAX_OF_KIND) suggested.set(list.link, list)
  }
  return [...suggested.values()]
}

function* listsOf(cards: readonly Card[], menu: readonly MenuItem[]): Generator<SuggestedList> {
  const known = new Set<string>()
  for (const { authors, category, tags } of cards.slice(0, MAX_CARDS)) {
    for (const { name, href } of authors) if (isNew(href)) yield { title: name, link: href, kind: 'author' }
    for (const term of category ? [category, ...tags] : tags)
      if (isNew(term.href)) yield { title: term.name, link: term.href, kind: 'topic' }
  }
  for (const { title, link, items = [] } of menu) {
    if (isNew(link)) yield { title, link, kind: 'topic' }
    yield* listsOf([], items)
  }

  function isNew(href: string | undefined): href is string {
    if (href === undefined || known.has(href)) return false
    known.add(href)
    return true
  }
}

function isMeant(name: string, words: readonly string[]): boolean {
  const own = wordsOf(name)
  return words.every((word) => own.some((one) => one.startsWith(word)))
}

function wordsOf(written: string): string[] {
  return slugOf(written).split('-').filter(Boolean)
}
