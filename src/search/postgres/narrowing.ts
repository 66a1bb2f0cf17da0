export interface SearchedWord {
  query: string
  /** Of the newest articles with it, and of those with it in title or names. */
  shares: Shares
}

export type Shares = Record<'words' | 'heads', number>

interface RareWord {
  query: string
  share: number
}

/** Relative to reading a word's articles: a word that leaves out fewer is checked article by article. */
const GATHERING = 0.02
/** Relative to gathering an article. */
const READING = 3
/** More make the query of the index long. */
const MOST_TOGETHER = 3
const LEAST_SHARE = 0.0005

/** @returns the rarest first */
export function byRarity(words: readonly SearchedWord[], vector: keyof Shares): RareWord[] {
  return words
    .map(({ query, shares }) => ({ query, share: Math.max(shares[vector], LEAST_SHARE) }))
    .sort((one, other) => one.share - other.share)
}

/**
 * All articles with at least `least` of the words fulfil it, and few others.
 * @param words the rarest first
 */
export function narrowed(words: readonly RareWord[], least: number): string {
  return least === words.length ? ofRareWords(words) : ofSome(words, least)
}

function ofRareWords(words: readonly RareWord[]): string {
  const chosen: string[] = []
  let left = 1
  for (const { query, share } of words) {
    if (left < GATHERING * share) break
    chosen.push(query)
    left *= share
  }
  return chosen.join(' & ')
}

/**
 * Each article has one of the rarest words, or two of one word more. Each word costs its own articles and leaves fewer
 * to read.
 */
function ofSome(words: readonly RareWord[], least: number): string {
  const missing = words.length - least
  const [cheapest] = Array.from({ length: Math.min(least, MOST_TOGETHER) }, (_, at) => {
    const [rarest, together] = [words.slice(0, missing + at + 1), at + 1]
    const cost = sumOf(rarest) + READING * shareWith(rarest, together)
    return {
      cost,
      query: atLeast(
        rarest.map(({ query }) => query),
        together,
      ),
    }
  }).sort((one, other) => one.cost - other.cost)
  return cheapest?.query ?? ''
}

function sumOf(words: readonly RareWord[]): number {
  return words.reduce((all, { share }) => all + share, 0)
}

/** A lower bound, as if the words stood apart by chance. */
function shareWith(words: readonly RareWord[], together: number): number {
  return sumOf(words) ** together / together
}

/**
 * Names each word as seldom as possible, as the server gathers its articles each time.
 * @param queries one for each word
 */
export function atLeast(queries: readonly string[], least: number): string {
  if (least === 1) return anyWord(queries)
  if (least === queries.length) return `(${queries.join(' & ')})`
  const half = Math.ceil(queries.length / 2)
  const [first, second] = [queries.slice(0, half), queries.slice(half)]
  const ways: string[] = []
  for (let ofFirst = Math.max(0, least - second.length); ofFirst <= Math.min(first.length, least); ofFirst++) {
    const parts = [
      ...(ofFirst > 0 ? [atLeast(first, ofFirst)] : []),
      ...(ofFirst < least ? [atLeast(second, least - ofFirst)] : []),
    ]
    ways.push(parts.join(' & '))
  }
  return `(${ways.map((way) => `(${way})`).join(' | ')})`
}

function anyWord(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' | ')})`
}
