/** What a word is worth where it stands (SEARCH-14). */
export const FIELD_WEIGHTS = { title: 12, names: 7, lead: 4, text: 2 } as const
export type Field = keyof typeof FIELD_WEIGHTS

/** Of a whole query that stands in the title in this order. */
export const TITLE_PHRASE_BONUS = 1.5
/** The same anywhere. */
export const PHRASE_BONUS = 1.15

/** A term that begins with the word of the query. */
export const BEGINNING_WEIGHT = 0.5
/** A term with a typing error; each further error weighs as much again. */
export const ERROR_WEIGHT = 0.4

/** Occurrences in a text after which further ones count half as much. */
const SATURATION = 2

/** @param count occurrences in the text */
export function textWeight(count: number): number {
  return (FIELD_WEIGHTS.text * count) / (count + SATURATION)
}

/** How telling a word is, by the share of articles that have it (BM25). */
export function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** Share of a query's weight that an article must have where none has all words (SEARCH-15). */
export const MOST_OF_THE_WORDS = 0.6
