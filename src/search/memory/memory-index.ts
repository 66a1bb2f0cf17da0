import type { SearchFilters } from '../../content/search-filters.ts'
import { nextTurn } from '../../system/steps.ts'
import { parseQuery, type QueryWord } from '../query.ts'
import { MOST_OF_THE_WORDS, PHRASE_BONUS, rarity, TITLE_PHRASE_BONUS, textWeight } from '../ranking.ts'
import { type IndexedArticle, passes, type SearchIndex, type UpdatableIndex } from '../search-index.ts'
import type { LanguageWords } from '../words/words.ts'
import type { BuiltIndex } from './built-index.ts'
import { createMemoryRecords } from './crawl-records.ts'
import { buildIndex } from './index-builder.ts'
import {
  eachGuess,
  eachShorterTerm,
  eachTerm,
  eachWithSequence,
  HEAD_WEIGHTS,
  hasPhrase,
  MIN_BEGINNING,
  termsOfPhrase,
  type VisitTerm,
} from './matching.ts'
import { suggested } from './suggestions.ts'

export { wordsOf } from '../words/words.ts'

/** An index changes by so many articles at once, or by a tenth of its own. */
const LEAST_AT_ONCE = 100
const SHARE_AT_ONCE = 0.1

export async function createMemoryIndex(
  articles: Iterable<IndexedArticle> | AsyncIterable<IndexedArticle>,
  words: LanguageWords,
): Promise<SearchIndex> {
  const index = await buildIndex(articles, words)
  return searchOf(() => index, words)
}

/** A change copies the arrays of the last, so both are in memory until it is done. */
export async function createUpdatableMemoryIndex(words: LanguageWords): Promise<UpdatableIndex> {
  let index = await buildIndex([], words)
  const records = createMemoryRecords()
  let changing: Promise<void> = Promise.resolve()
  const change = (articles: readonly IndexedArticle[], gone: readonly string[]): Promise<void> => {
    const changed = changing.then(async () => {
      index = await buildIndex(articles, words, { index, without: new Set(gone) })
    })
    // A failed change leaves the last index.
    changing = changed.catch(() => {})
    return changed
  }
  return {
    ...searchOf(() => index, words),
    async put(articles) {
      await change(
        articles,
        articles.map(({ id }) => id),
      )
      for (const { id, record } of articles) if (record) records.put(id, record)
    },
    async remove(ids) {
      await change([], ids)
      for (const id of ids) records.remove(id)
    },
    ids: async () => index.entries.map(({ id }) => id),
    atOnce: () => Math.max(LEAST_AT_ONCE, index.entries.length * SHARE_AT_ONCE),
    records,
  }
}

export function searchOf(current: () => BuiltIndex, words: LanguageWords): SearchIndex {
  return {
    async find(query, filters, from, count) {
      // Many callers may resume at once.
      await nextTurn()
      const { ids, missing, haveAll } = ranked(current(), query, filters, words)
      return { ids: ids.slice(from, from + count), total: ids.length, missing, haveAll }
    },
    async suggest(query, count) {
      await nextTurn()
      return suggested(current(), query, words, count)
    },
  }
}

interface Scores {
  score: Float64Array
  share: Float64Array
  whole: number
  missing: string[]
}

function scoresOf(index: BuiltIndex, words: readonly QueryWord[]): Scores {
  const all = index.entries.length
  const score = new Float64Array(all)
  const share = new Float64Array(all)
  const missing: string[] = []
  let whole = 0
  for (const word of words) {
    const best = new Float64Array(all)
    let having = 0
    const put = (document: number, value: number): void => {
      const known = best[document] ?? 0
      if (known === 0) having += 1
      // Forms of a word count together, a little less than the best one.
      best[document] = known === 0 ? value : Math.max(known, value) + Math.min(known, value) / 4
    }
    const visit: VisitTerm = (term, weight) => {
      index.heads.each(term, (document, places) => put(document, (HEAD_WEIGHTS[places] ?? 0) * weight))
      index.texts.each(term, (document, count) => put(document, textWeight(count) * weight))
    }
    let isKnown = eachTerm(index, word, MIN_BEGINNING, visit)
    for (const sequence of word.sequences) isKnown = eachWithSequence(index, sequence, put) || isKnown
    if (!isKnown && !eachShorterTerm(index, word, visit)) {
      missing.push(word.written)
      eachGuess(index, word, visit)
    }
    // A missing word excludes as much as the rarest.
    const telling = rarity(Math.max(having, 1), all)
    whole += telling
    for (let document = 0; document < all; document++) {
      const value = best[document] ?? 0
      if (value === 0) continue
      score[document] = (score[document] ?? 0) + value * telling
      share[document] = (share[document] ?? 0) + telling
    }
  }
  return { score, share, whole, missing }
}

interface Ranked {
  ids: string[]
  missing: string[]
  haveAll: boolean
}

function ranked(index: BuiltIndex, query: string, filters: SearchFilters, words: LanguageWords): Ranked {
  const parsed = parseQuery(query, words)
  const { score, share, whole, missing } = scoresOf(index, parsed.words)
  const phrases = parsed.phrases.map((spellings) => phrasesIn(index, spellings))
  const documents: number[] = []
  for (const [document, entry] of index.entries.entries()) {
    if ((share[document] ?? 0) === 0 || !passes(entry, filters)) continue
    const sequence = index.sequenceOf(document)
    if (phrases.every((spellings) => spellings.some((phrase) => hasPhrase(sequence, phrase)))) documents.push(document)
  }
  const withAll = documents.filter((document) => (share[document] ?? 0) > whole * 0.999)
  const haveAll = withAll.length > 0
  const matches = haveAll ? withAll : documents.filter((document) => (share[document] ?? 0) > whole * MOST_OF_THE_WORDS)
  const sequence = parsed.sequence.some(({ length }) => length > 1) ? phrasesIn(index, parsed.sequence) : []
  if (sequence.length > 0) {
    for (const document of matches) score[document] = (score[document] ?? 0) * bonusOf(index, document, sequence)
  }
  matches.sort((one, other) => (score[other] ?? 0) - (score[one] ?? 0) || index.ageOf(one) - index.ageOf(other))
  return { ids: matches.flatMap((document) => index.entries[document]?.id ?? []), missing, haveAll }
}

function phrasesIn(index: BuiltIndex, spellings: ReadonlyArray<readonly string[]>): number[][] {
  return spellings.flatMap((stems) => {
    const phrase = termsOfPhrase(index, stems)
    return phrase ? [phrase] : []
  })
}

function bonusOf(index: BuiltIndex, document: number, spellings: ReadonlyArray<readonly number[]>): number {
  const sequence = index.sequenceOf(document)
  const title = sequence.subarray(0, index.titleLengthOf(document))
  if (spellings.some((phrase) => hasPhrase(title, phrase))) return TITLE_PHRASE_BONUS
  return spellings.some((phrase) => hasPhrase(sequence, phrase)) ? PHRASE_BONUS : 1
}
