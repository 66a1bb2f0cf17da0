import type { LanguageWords } from './words/words.ts'

/** A word of a query. */
export interface QueryWord {
  /** As written, without case and diacritics. */
  folded: string
  stem: string
}

/** What a reader searches for. */
export interface ParsedQuery {
  /** Each word once, also those of phrases; without stop words, unless there are no others. */
  words: readonly QueryWord[]
  /** Stems of words that stand in quotes, to be found in this order and without others between them. */
  phrases: ReadonlyArray<readonly string[]>
  /** Stems of the whole query in order, for articles that have it as a phrase. */
  sequence: readonly string[]
}

/** Further words say nothing more about what is searched for. */
const MAX_WORDS = 16
/** A pair of quotes as readers of the four languages type them. */
const QUOTED = /[„“”"«»]([^„“”"«»]+)[„“”"«»]/gu

/** Never fails: whatever is no word is left out. */
export function parseQuery(query: string, words: LanguageWords): ParsedQuery {
  const all = words.of(query).slice(0, MAX_WORDS)
  const unique = [...new Map(all.map(({ folded, stem }) => [stem, { folded, stem }])).values()]
  const telling = unique.filter(({ folded }) => !words.isStopWord(folded))
  const phrases = Array.from(query.matchAll(QUOTED), ([, inner = '']) =>
    words
      .of(inner)
      .slice(0, MAX_WORDS)
      .map(({ stem }) => stem),
  )
  return {
    words: telling.length > 0 ? telling : unique,
    phrases: phrases.filter(({ length }) => length > 1),
    sequence: all.map(({ stem }) => stem),
  }
}
