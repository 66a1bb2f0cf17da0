import type { IndexedArticle } from '../search-index.ts'
import { termsWithErrors } from '../typing-errors.ts'
import { type PostingArrays, type Postings, postingsOf } from './postings.ts'

export type Entry = Pick<IndexedArticle, 'id' | 'category' | 'date'>

/** Bits of a term's weight in the heads: where it stands. */
export const IN_TITLE = 4
export const IN_NAMES = 2
export const IN_LEAD = 1

/** What an index is made of: it can be written as it is. */
export interface IndexArrays {
  entries: readonly Entry[]
  /** Sorted by UTF-16 units. */
  terms: readonly string[]
  heads: PostingArrays
  texts: PostingArrays
  /** Places of the terms of all articles, in their order; the place after the last term stands between fields. */
  sequence: Uint32Array
  /** Where each article begins in the sequence, and where the last one ends. */
  starts: Uint32Array
  titleLengths: Uint32Array
}

export interface BuiltIndex {
  arrays: IndexArrays
  entries: readonly Entry[]
  vocabulary: Vocabulary
  /** Titles, names and leads: weights are `IN_TITLE`, `IN_NAMES` and `IN_LEAD` together. */
  heads: Postings
  /** Texts: weights are occurrences. */
  texts: Postings
  /** In their order; the place after the last term stands between its fields. */
  sequenceOf(document: number): Uint32Array
  /** Terms of its title, which come first in its sequence. */
  titleLengthOf(document: number): number
  /** Place among all articles, the newest first. */
  ageOf(document: number): number
}

/** Place of an article among those of its minute; absent: as they come. */
export type OrderOf = (id: string) => number

export function indexOf(arrays: IndexArrays, orderOf?: OrderOf): BuiltIndex {
  const { entries, terms, heads, texts, sequence, starts, titleLengths } = arrays
  return {
    arrays,
    entries,
    vocabulary: createVocabulary(terms),
    heads: postingsOf(heads),
    texts: postingsOf(texts),
    sequenceOf: (document) => sequence.subarray(starts[document], starts[document + 1]),
    titleLengthOf: (document) => titleLengths[document] ?? 0,
    ageOf: agesOf(entries, orderOf),
  }
}

/** Of equally old articles the first counts as newer. */
function agesOf(entries: readonly Entry[], orderOf?: OrderOf): BuiltIndex['ageOf'] {
  const dates = entries.map(({ date }) => date)
  const places = orderOf && entries.map(({ id }) => orderOf(id))
  const order = Uint32Array.from(dates.keys()).sort((one, other) => {
    const [date = '', otherDate = ''] = [dates[one], dates[other]]
    return date === otherDate ? (places?.[one] ?? one) - (places?.[other] ?? other) : date < otherDate ? 1 : -1
  })
  const ages = new Uint32Array(order.length)
  for (const [age, document] of order.entries()) ages[document] = age
  return (document) => ages[document] ?? 0
}

interface Vocabulary {
  placeOf(term: string): number | undefined
  beginningWith(letters: string): { from: number; to: number }
  withErrors(term: string, most: number): Array<{ at: number; errors: number }>
  lengthOf(place: number): number
  termAt(place: number): string
  readonly size: number
}

/** @param sorted by UTF-16 units */
function createVocabulary(sorted: readonly string[]): Vocabulary {
  const firstFrom = (term: string): number => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? '') < term) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    placeOf(term) {
      const place = firstFrom(term)
      return sorted[place] === term ? place : undefined
    },
    beginningWith: (letters) => ({ from: firstFrom(letters), to: firstFrom(`${letters}\uffff`) }),
    withErrors: (term, most) => termsWithErrors(sorted, term, most),
    lengthOf: (place) => sorted[place]?.length ?? 0,
    termAt: (place) => sorted[place] ?? '',
    size: sorted.length,
  }
}
