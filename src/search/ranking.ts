/** Worth of a word by its place (SEARCH-14). */
export const FIELD_WEIGHTS = { title: 12, names: 7, lead: 4, text: 2 } as const
export type Field = keyof typeof FIELD_WEIGHTS

/** For a whole query in the title in this order. */
export const TITLE_PHRASE_BONUS = 1.5
export const PHRASE_BONUS = 1.15

/** For a term that begins with the word of the query. */
export const BEGINNING_WEIGHT = 0.5
/** For each typing error of a term. */
export const ERROR_WEIGHT = 0.4

/** Further occurrences in a text count half as much. */
const SATURATION = 2

export function textWeight(count: number): number {
  return (FIELD_WEIGHTS.text * count) / (count + SATURATION)
}

/** By the share of articles that have a word (BM25). */
export function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** Share of a query's weight that an article must have where none has all words (SEARCH-15). */
export const MOST_OF_THE_WORDS = 0.6
