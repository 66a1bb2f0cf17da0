import type { SearchFilters } from '../../content/search-filters.ts'
import { nextTurn } from '../../content/steps.ts'
import { parseQuery, type QueryWord } from '../query.ts'
import {
  BEGINNING_WEIGHT,
  ERROR_WEIGHT,
  FIELD_WEIGHTS,
  MOST_OF_THE_WORDS,
  PHRASE_BONUS,
  rarity,
  TITLE_PHRASE_BONUS,
  textWeight,
} from '../ranking.ts'
import { type IndexedArticle, passes, type SearchIndex, type UpdatableIndex } from '../search-index.ts'
import { allowedErrors } from '../typing-errors.ts'
import type { LanguageWords } from '../words/words.ts'
import { type BuiltIndex, buildIndex, IN_LEAD, IN_NAMES, IN_TITLE } from './index-builder.ts'
import { hasPhrase, termsOfPhrase } from './phrases.ts'

/** A word begins others where it has so many letters; while it is typed, one is enough. */
const MIN_BEGINNING = 3
/** The same for a stem whose longer forms a word may be. */
const MIN_STEM = 4
/** Letters by which a word may be longer than a stem that it belongs to. */
const MAX_UNKNOWN_ENDING = 2

/** Articles in memory, without a server. */
export async function createMemoryIndex(
  articles: Iterable<IndexedArticle> | AsyncIterable<IndexedArticle>,
  words: LanguageWords,
): Promise<SearchIndex> {
  const index = await buildIndex(articles, words)
  return searchOf(() => index, words)
}

/**
 * An index that begins empty. A change makes another one of the arrays of the last, without the texts of its articles; both
 * are in memory until it is done.
 */
export async function createUpdatableMemoryIndex(words: LanguageWords): Promise<UpdatableIndex> {
  let index = await buildIndex([], words)
  let changing: Promise<void> = Promise.resolve()
  const change = (articles: readonly IndexedArticle[], gone: readonly string[]): Promise<void> => {
    const changed = changing.then(async () => {
      index = await buildIndex(articles, words, { index, without: new Set(gone) })
    })
    // The next change goes on with the last index that was made.
    changing = changed.catch(() => {})
    return changed
  }
  return {
    ...searchOf(() => index, words),
    put: (articles) =>
      change(
        articles,
        articles.map(({ id }) => id),
      ),
    remove: (ids) => change([], ids),
    ids: async () => index.entries.map(({ id }) => id),
  }
}

function searchOf(current: () => BuiltIndex, words: LanguageWords): SearchIndex {
  return {
    async find(query, filters, from, count) {
      // Many callers may resume at once.
      await nextTurn()
      const ids = ranked(current(), query, filters, words)
      return { ids: ids.slice(from, from + count), total: ids.length }
    },
    async suggest(query, count) {
      await nextTurn()
      return suggested(current(), query, words, count)
    },
  }
}

/** Calls back for a word's terms in the index: its own, longer ones, or those that it may be with a typing error. */
function eachTerm(
  { vocabulary }: BuiltIndex,
  { folded, stem }: QueryWord,
  minBeginning: number,
  visit: (term: number, weight: number) => void,
): void {
  let isFound = false
  const add = (term: number, weight: number): void => {
    isFound = true
    visit(term, weight)
  }
  const exact = vocabulary.placeOf(stem)
  if (exact !== undefined) add(exact, 1)
  // Terms that begin with the written word begin with the stem too, where that is its beginning.
  for (const beginning of folded.startsWith(stem) ? [stem] : [stem, folded]) {
    if (beginning.length < minBeginning) continue
    const { from, to } = vocabulary.beginningWith(beginning)
    for (let term = from; term < to; term++) {
      if (term !== exact) add(term, (BEGINNING_WEIGHT * (1 + beginning.length / vocabulary.lengthOf(term))) / 2)
    }
  }
  if (isFound) return
  for (let length = folded.length - 1; length >= Math.max(MIN_STEM, folded.length - MAX_UNKNOWN_ENDING); length--) {
    const place = vocabulary.placeOf(folded.slice(0, length))
    if (place !== undefined) visit(place, BEGINNING_WEIGHT)
  }
  for (const written of new Set([stem, folded])) {
    const most = allowedErrors(folded)
    if (most === 0) continue
    for (const { at, errors } of vocabulary.withErrors(written, most)) visit(at, ERROR_WEIGHT ** errors)
  }
}

const HEAD_WEIGHTS = Array.from(
  { length: 8 },
  (_, places) =>
    (places & IN_TITLE ? FIELD_WEIGHTS.title : 0) +
    (places & IN_NAMES ? FIELD_WEIGHTS.names : 0) +
    (places & IN_LEAD ? FIELD_WEIGHTS.lead : 0),
)

interface Scores {
  /** By document. */
  score: Float64Array
  /** Rarity of the words that it has. */
  share: Float64Array
  /** Of all words. */
  whole: number
}

function scoresOf(index: BuiltIndex, words: readonly QueryWord[]): Scores {
  const all = index.entries.length
  const score = new Float64Array(all)
  const share = new Float64Array(all)
  let whole = 0
  for (const word of words) {
    const best = new Float64Array(all)
    let having = 0
    eachTerm(index, word, MIN_BEGINNING, (term, weight) => {
      const put = (document: number, value: number): void => {
        const known = best[document] ?? 0
        if (known === 0) having += 1
        // A word's forms count together, a little less than the best one.
        best[document] =
          known === 0 ? value * weight : Math.max(known, value * weight) + Math.min(known, value * weight) / 4
      }
      index.heads.each(term, (document, places) => put(document, HEAD_WEIGHTS[places] ?? 0))
      index.texts.each(term, (document, count) => put(document, textWeight(count)))
    })
    // A word that no article has excludes as much as the rarest.
    const telling = rarity(Math.max(having, 1), all)
    whole += telling
    for (let document = 0; document < all; document++) {
      const value = best[document] ?? 0
      if (value === 0) continue
      score[document] = (score[document] ?? 0) + value * telling
      share[document] = (share[document] ?? 0) + telling
    }
  }
  return { score, share, whole }
}

function ranked(index: BuiltIndex, query: string, filters: SearchFilters, words: LanguageWords): string[] {
  const parsed = parseQuery(query, words)
  if (parsed.words.length === 0) return []
  const { score, share, whole } = scoresOf(index, parsed.words)
  const phrases = parsed.phrases.map((phrase) => termsOfPhrase(index, phrase))
  if (phrases.includes(undefined)) return []
  const documents: number[] = []
  for (const [document, entry] of index.entries.entries()) {
    if ((share[document] ?? 0) === 0 || !passes(entry, filters)) continue
    const sequence = index.sequenceOf(document)
    if (phrases.every((phrase) => phrase && hasPhrase(sequence, phrase))) documents.push(document)
  }
  const withAll = documents.filter((document) => (share[document] ?? 0) > whole * 0.999)
  const matches =
    withAll.length > 0 ? withAll : documents.filter((document) => (share[document] ?? 0) > whole * MOST_OF_THE_WORDS)
  const sequence = parsed.sequence.length > 1 ? termsOfPhrase(index, parsed.sequence) : undefined
  if (sequence) {
    for (const document of matches) score[document] = (score[document] ?? 0) * bonusOf(index, document, sequence)
  }
  matches.sort((one, other) => (score[other] ?? 0) - (score[one] ?? 0) || index.ageOf(one) - index.ageOf(other))
  return matches.flatMap((document) => index.entries[document]?.id ?? [])
}

function bonusOf(index: BuiltIndex, document: number, phrase: readonly number[]): number {
  const sequence = index.sequenceOf(document)
  if (hasPhrase(sequence.subarray(0, index.titleLengthOf(document)), phrase)) return TITLE_PHRASE_BONUS
  return hasPhrase(sequence, phrase) ? PHRASE_BONUS : 1
}

/** Of a suggestion: its title is what readers see. */
function shownWeight(places: number): number {
  if (places & IN_TITLE) return FIELD_WEIGHTS.title
  return places & IN_NAMES ? FIELD_WEIGHTS.names : 0
}

/** The last word may be the beginning of one; the others are whole. */
function suggested(index: BuiltIndex, query: string, words: LanguageWords, count: number): string[] {
  const parsed = parseQuery(query, words)
  let scores: Float64Array | undefined
  for (const [at, word] of parsed.words.entries()) {
    const before = scores
    const now = new Float64Array(index.entries.length)
    eachTerm(index, word, at === parsed.words.length - 1 ? 1 : MIN_BEGINNING, (term, weight) => {
      index.heads.each(term, (document, places) => {
        const value = shownWeight(places) * weight
        if (value > (now[document] ?? 0)) now[document] = value
      })
    })
    // An article without one of the words is out.
    for (const [document, score] of before?.entries() ?? []) {
      const value = now[document] ?? 0
      now[document] = score > 0 && value > 0 ? score + value : 0
    }
    scores = now
  }
  return scores ? bestOf(scores, index.ageOf, count).flatMap((document) => index.entries[document]?.id ?? []) : []
}

/** The documents with the highest scores; of equal ones the newest. */
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
