import { mayStandApart } from '../query.ts'
import { BEGINNING_WEIGHT, ERROR_WEIGHT, FIELD_WEIGHTS, textWeight } from '../ranking.ts'
import { allowedErrors, withoutUnknownEnding } from '../typing-errors.ts'
import type { Form } from '../words/words.ts'
import { type BuiltIndex, IN_LEAD, IN_NAMES, IN_TITLE } from './built-index.ts'

/** Letters of a word that begins others; one is enough while it is typed. */
export const MIN_BEGINNING = 3
/** Shorter terms are no guesses for a typing error. */
const MIN_GUESSED = 4

export type VisitTerm = (term: number, weight: number) => void

/** @returns whether there are any */
export function eachTerm(
  { vocabulary }: BuiltIndex,
  { folded, stem }: Form,
  minBeginning: number,
  visit: VisitTerm,
): boolean {
  let isFound = false
  const add = (term: number, weight: number): void => {
    isFound = true
    visit(term, weight)
  }
  const exact = vocabulary.placeOf(stem)
  if (exact !== undefined) add(exact, 1)
  // The stem may begin the written word.
  for (const beginning of folded.startsWith(stem) ? [stem] : [stem, folded]) {
    if (beginning.length < minBeginning) continue
    const { from, to } = vocabulary.beginningWith(beginning)
    for (let term = from; term < to; term++) {
      if (term !== exact) add(term, (BEGINNING_WEIGHT * (1 + beginning.length / vocabulary.lengthOf(term))) / 2)
    }
  }
  return isFound
}

/** For a word without terms: those of shorter ones with an unknown ending. */
export function eachShorterTerm({ vocabulary }: BuiltIndex, { folded }: Form, visit: VisitTerm): boolean {
  let isFound = false
  for (const shorter of withoutUnknownEnding(folded)) {
    const place = vocabulary.placeOf(shorter)
    if (place === undefined) continue
    isFound = true
    visit(place, BEGINNING_WEIGHT)
  }
  return isFound
}

export function eachGuess({ vocabulary }: BuiltIndex, { folded, stem }: Form, visit: VisitTerm): void {
  for (const written of new Set([stem, folded])) {
    const most = allowedErrors(written)
    if (most === 0) continue
    for (const { at, errors } of vocabulary.withErrors(written, most)) {
      if (vocabulary.lengthOf(at) >= MIN_GUESSED) visit(at, ERROR_WEIGHT ** errors)
    }
  }
}

export const HEAD_WEIGHTS = Array.from(
  { length: 8 },
  (_, places) =>
    (places & IN_TITLE ? FIELD_WEIGHTS.title : 0) +
    (places & IN_NAMES ? FIELD_WEIGHTS.names : 0) +
    (places & IN_LEAD ? FIELD_WEIGHTS.lead : 0),
)

function termValues({ entries, heads, texts }: BuiltIndex, term: number): Float64Array {
  const values = new Float64Array(entries.length)
  heads.each(term, (document, places) => {
    values[document] = HEAD_WEIGHTS[places] ?? 0
  })
  texts.each(term, (document, count) => {
    values[document] = (values[document] ?? 0) + textWeight(count)
  })
  return values
}

/** @returns whether there are any */
export function eachWithSequence(
  index: BuiltIndex,
  sequence: readonly Form[],
  visit: (document: number, value: number) => void,
): boolean {
  const terms = termsOfPhrase(
    index,
    sequence.map(({ stem }) => stem),
  )
  if (!terms) return false
  const values = terms.map((term) => termValues(index, term))
  const isLoose = mayStandApart(sequence)
  let isFound = false
  for (const [document, first] of values[0]?.entries() ?? []) {
    if (first === 0) continue
    const value = Math.min(...values.map((one) => one[document] ?? 0))
    if (value === 0 || !(isLoose || hasPhrase(index.sequenceOf(document), terms))) continue
    isFound = true
    // A name without its symbol may be another one.
    visit(document, terms.length === 1 ? value * BEGINNING_WEIGHT : value)
  }
  return isFound
}

export function termsOfPhrase({ vocabulary }: BuiltIndex, stems: readonly string[]): number[] | undefined {
  const places = stems.flatMap((stem) => vocabulary.placeOf(stem) ?? [])
  return places.length === stems.length ? places : undefined
}

export function hasPhrase(sequence: Uint32Array, phrase: readonly number[]): boolean {
  const [first] = phrase
  if (first === undefined) return false
  const last = sequence.length - phrase.length
  for (let at = sequence.indexOf(first); at !== -1 && at <= last; at = sequence.indexOf(first, at + 1)) {
    if (phrase.every((term, offset) => sequence[at + offset] === term)) return true
  }
  return false
}
