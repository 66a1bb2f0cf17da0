import type { IndexedArticle } from '../search-index.ts'
import { termsWithErrors } from '../typing-errors.ts'
import { type PostingArrays, type Postings, postingsOf } from './postings.ts'

export type Entry = Pick<IndexedArticle, 'id' | 'category' | 'date'>

/** Bits of a term's weight in the heads. */
export const IN_TITLE = 4
export const IN_NAMES = 2
export const IN_LEAD = 1

/** It can be written as it is. */
export interface IndexArrays {
  entries: readonly Entry[]
  terms: readonly string[]
  heads: PostingArrays
  texts: PostingArrays
  /** Terms of all articles in their order; the place after the last term stands between fields. */
  sequence: Uint32Array
  /** The last item is the end of the last article. */
  starts: Uint32Array
  titleLengths: Uint32Array
}

export interface BuiltIndex {
  arrays: IndexArrays
  entries: readonly Entry[]
  vocabulary: Vocabulary
  /** Titles, names and leads: weights combine `IN_TITLE`, `IN_NAMES` and `IN_LEAD`. */
  heads: Postings
  /** Texts: weights are occurrences. */
  texts: Postings
  /** As in `sequence`. */
  sequenceOf(document: number): Uint32Array
  /** In its sequence the title comes first. */
  titleLengthOf(document: number): number
  /** The newest is first. */
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
