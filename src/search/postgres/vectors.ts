import { createHash } from 'node:crypto'
import type { IndexedArticle } from '../search-index.ts'
import type { LanguageWords } from '../words/words.ts'

/** With another one, each article is written again: another release may find other stems. */
const RELEASE = 3
/** Greatest position of a word in PostgreSQL. */
const MAX_POSITION = 16_383
/** Most positions of one word, and longest text in bytes: more does not fit into the type. */
const MAX_POSITIONS = 250
const MAX_VECTOR = 900_000

/** PostgreSQL's letters of weight, by field. */
export const LETTERS = { title: 'A', names: 'B', lead: 'C', text: 'D' } as const

export interface ArticleRow {
  digest: string
  heads: string
  words: string
  terms: ReadonlySet<string>
}

export function digestOf(article: IndexedArticle): string {
  return createHash('sha256')
    .update(JSON.stringify([RELEASE, article]))
    .digest('base64url')
}

export function rowOf(article: IndexedArticle, words: LanguageWords): ArticleRow {
  const heads = createVector()
  const all = createVector()
  const put = (text: string, letter: string, isHead: boolean): void => {
    for (const { stem, folded } of words.of(text)) {
      for (const vector of isHead ? [heads, all] : [all]) {
        vector.next()
        vector.add(stem, letter)
        // As written too: a reader who is still typing an inflected form has the beginning of it.
        if (letter !== LETTERS.text && folded !== stem) vector.add(folded, letter)
      }
    }
    // No phrase goes from one field to the next.
    for (const vector of [heads, all]) vector.next()
  }
  put(article.title, LETTERS.title, true)
  for (const name of article.names) put(name, LETTERS.names, true)
  put(article.lead, LETTERS.lead, false)
  put(article.text, LETTERS.text, false)
  const mark = categoryTerm(article.category)
  return { digest: digestOf(article), heads: heads.text(mark), words: all.text(mark), terms: all.terms() }
}

function createVector() {
  const positions = new Map<string, string[]>()
  let position = 1
  return {
    next(): void {
      position = Math.min(position + 1, MAX_POSITION)
    },
    add(term: string, letter: string): void {
      const known = positions.get(term) ?? []
      positions.set(term, known)
      if (known.length < MAX_POSITIONS) known.push(`${position}${letter}`)
    },
    /** @param mark one more term, which has no place */
    text(mark: string): string {
      let text = `${quoted(mark)} `
      for (const [term, places] of positions) {
        const entry = `${quoted(term)}:${places.join(',')} `
        if (text.length + entry.length > MAX_VECTOR) break
        text += entry
      }
      return text
    },
    terms: (): ReadonlySet<string> => new Set(positions.keys()),
  }
}

/** A common word in a rare category is found by both. No word begins like it. */
export function categoryTerm(slug: string): string {
  return `/${slug}`
}

/** A term as tsvector and tsquery take it. */
export function quoted(term: string): string {
  return `'${term.replace(/['\\]/g, '$&$&')}'`
}

/** All that is left of a term without one letter: terms with a typing error share one. */
export function deletionsOf(term: string): string[] {
  const deletions = new Set([term])
  for (let at = 0; at < term.length; at++) deletions.add(term.slice(0, at) + term.slice(at + 1))
  return [...deletions]
}
