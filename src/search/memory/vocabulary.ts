import { termsWithErrors } from '../typing-errors.ts'

/** The terms of an index in the order of their letters; a term is named by its place. */
export interface Vocabulary {
  placeOf(term: string): number | undefined
  /** First place of the terms with a beginning, and the one after the last. */
  beginningWith(letters: string): { from: number; to: number }
  /** Terms within a number of typing errors. */
  withErrors(term: string, most: number): Array<{ at: number; errors: number }>
  lengthOf(place: number): number
  termAt(place: number): string
  readonly size: number
}

/** @param sorted by UTF-16 units */
export function createVocabulary(sorted: readonly string[]): Vocabulary {
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
