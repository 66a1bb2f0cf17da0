import type { Card, Marks, TextRange } from '../content/card.ts'
import { parseQuery, type QueryWord } from './query.ts'
import { allowedErrors, termsWithErrors } from './typing-errors.ts'
import type { LanguageWords, Word } from './words/words.ts'

/** A word begins others where it has so many letters. */
const MIN_BEGINNING = 3

/** Cards with the words of their titles and leads that a query has found (SEARCH-16). */
export function withMarks(cards: readonly Card[], query: string, words: LanguageWords): Card[] {
  const { words: searched } = parseQuery(query, words)
  return cards.map((card) => ({ ...card, marks: marksOf(card, searched, words) }))
}

function marksOf({ title, lead }: Card, searched: readonly QueryWord[], words: LanguageWords): Marks {
  const fields = { title: words.of(title), lead: words.of(lead) }
  const all = [...fields.title, ...fields.lead]
  const matching = new Set(searched.flatMap((word) => formsIn(all, word)))
  const rangesIn = (field: readonly Word[]): TextRange[] =>
    field.filter(({ folded }) => matching.has(folded)).map(({ start, end }) => [start, end])
  return { title: rangesIn(fields.title), lead: rangesIn(fields.lead) }
}

/** The forms of a searched word; without any, words that it may be with a typing error. */
function formsIn(all: readonly Word[], { folded, stem }: QueryWord): string[] {
  const isForm = (word: Word): boolean =>
    word.stem === stem || word.folded === folded || (folded.length >= MIN_BEGINNING && word.folded.startsWith(folded))
  const forms = all.filter(isForm).map((word) => word.folded)
  if (forms.length > 0) return forms
  const most = allowedErrors(folded)
  if (most === 0) return []
  const stems = [...new Set(all.map((word) => word.stem))].sort((one, other) => (one < other ? -1 : 1))
  const near = new Set(termsWithErrors(stems, stem, most).map(({ at }) => stems[at]))
  return all.filter((word) => near.has(word.stem)).map((word) => word.folded)
}
