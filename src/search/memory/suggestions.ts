import { parseQuery, type QueryWord } from '../query.ts'
import { FIELD_WEIGHTS } from '../ranking.ts'
import type { LanguageWords } from '../words/words.ts'
import { type BuiltIndex, IN_NAMES, IN_TITLE } from './built-index.ts'
import { eachGuess, eachShorterTerm, eachTerm, MIN_BEGINNING, type VisitTerm } from './matching.ts'

function shownWeight(places: number): number {
  if (places & IN_TITLE) return FIELD_WEIGHTS.title
  return places & IN_NAMES ? FIELD_WEIGHTS.names : 0
}

/** @param minBeginning 1 for the word that is being typed */
function shownValues(index: BuiltIndex, word: QueryWord, minBeginning: number): Float64Array {
  const values = new Float64Array(index.entries.length)
  const into =
    (target: Float64Array): VisitTerm =>
    (term, weight) =>
      index.heads.each(term, (document, places) => {
        const value = shownWeight(places) * weight
        if (value > (target[document] ?? 0)) target[document] = value
      })
  let isKnown = eachTerm(index, word, minBeginning, into(values))
  for (const sequence of word.sequences) {
    const parts = sequence.map((form, at) => {
      const part = new Float64Array(values.length)
      const isKnownPart = eachTerm(index, form, at === sequence.length - 1 ? minBeginning : MIN_BEGINNING, into(part))
      return isKnownPart ? part : undefined
    })
    if (parts.includes(undefined)) continue
    isKnown = true
    for (const document of values.keys()) {
      const least = Math.min(...parts.map((part) => part?.[document] ?? 0))
      if (least > (values[document] ?? 0)) values[document] = least
    }
  }
  if (!isKnown && !eachShorterTerm(index, word, into(values))) eachGuess(index, word, into(values))
  return values
}

/** The last word may be the beginning of one. */
export function suggested(index: BuiltIndex, query: string, words: LanguageWords, count: number): string[] {
  const parsed = parseQuery(query, words)
  let scores: Float64Array | undefined
  for (const [at, word] of parsed.words.entries()) {
    const before = scores
    const now = shownValues(index, word, at === parsed.words.length - 1 ? 1 : MIN_BEGINNING)
    for (const [document, score] of before?.entries() ?? []) {
      const value = now[document] ?? 0
      now[document] = score > 0 && value > 0 ? score + value : 0
    }
    scores = now
  }
  return scores ? bestOf(scores, index.ageOf, count).flatMap((document) => index.entries[document]?.id ?? []) : []
}

function bestOf(scores: Float64Array, ageOf: (document: number) => number, count: number): number[] {
  const best: number[] = []
  for (const [document, score] of scores.entries()) {
    if (score === 0 || (best.length === count && score < (scores[best.at(-1) ?? 0] ?? 0))) continue
    const age = ageOf(document)
    const place = best.findIndex((other) => {
      const otherScore = scores[other] ?? 0
      return otherScore < score || (otherScore === score && ageOf(other) > age)
    })
    if (place === -1 && best.length === count) continue
    best.splice(place === -1 ? best.length : place, 0, document)
    if (best.length > count) best.pop()
  }
  return best
}
