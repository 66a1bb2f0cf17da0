import { createHash } from 'node:crypto'
import type { IndexedArticle } from '../search-index.ts'
import type { LanguageWords } from '../words/words.ts'

/** Another number rewrites each article, as stems may differ. */
const RELEASE = 3
/** PostgreSQL's greatest position of a word. */
const MAX_POSITION = 16_383
/** PostgreSQL's most positions of a word, and most bytes of a text. */
const MAX_POSITIONS = 250
const MAX_VECTOR = 900_000

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
        // A reader who is typing an inflected form has its beginning.
        if (letter !== LETTERS.text && folded !== stem) vector.add(folded, letter)
      }
    }
    // Keeps phrases within fields.
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
    /** @param mark a further term without a position */
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

export function quoted(term: string): string {
  return `'${term.replace(/['\\]/g, '$&$&')}'`
}

/** Terms with a typing error share what is left without one letter. */
export function deletionsOf(term: string): string[] {
  const deletions = new Set([term])
  for (let at = 0; at < term.length; at++) deletions.add(term.slice(0, at) + term.slice(at + 1))
  return [...deletions]
}
