import type { Form, LanguageWords, Word } from './words/words.ts'

export interface QueryWord extends Form {
  written: string
  /** Sequences of the same: "F-16" is "f" and "16", "on-line" is "on" and "line". */
  sequences: ReadonlyArray<readonly Form[]>
}

export interface ParsedQuery {
  /** Also of phrases; without stop words, unless there are no others. */
  words: readonly QueryWord[]
  /** For each phrase the stems of its spellings, in order. */
  phrases: readonly Spellings[]
  /** The whole query as a phrase. */
  sequence: Spellings
}

type Spellings = ReadonlyArray<readonly string[]>

const MAX_WORDS = 16
/** Shorter words are not the same apart and written in one. */
const MIN_APART = 3
const QUOTED = /[„“”"«»]([^„“”"«»]+)[„“”"«»]/gu

/** Never fails. */
export function parseQuery(query: string, words: LanguageWords): ParsedQuery {
  const all = words.of(query).slice(0, MAX_WORDS)
  const compounds: Word[][] = []
  for (const word of all) {
    if (word.isJoined) compounds.at(-1)?.push(word)
    else compounds.push([word])
  }
  const unique = [...new Map(compounds.map((one) => queryWord(one, query)).map((word) => [word.stem, word])).values()]
  const telling = unique.filter(({ folded }) => !words.isStopWord(folded))
  const phrases = Array.from(query.matchAll(QUOTED), ([, inner = '']) =>
    spellingsOf(words.of(inner).slice(0, MAX_WORDS)),
  )
  return {
    words: telling.length > 0 ? telling : unique,
    phrases: phrases.filter(([one = []]) => one.length > 1),
    sequence: spellingsOf(all),
  }
}

export function mayStandApart(sequence: readonly Form[]): boolean {
  return sequence.every(({ folded }) => folded.length >= MIN_APART && !/\d/.test(folded))
}

function queryWord(compound: readonly Word[], query: string): QueryWord {
  const joined = joinedOf(compound)
  const [only] = joined
  const sequences = [joined, partsOf(compound)].filter((one, at) => one.length > 1 || (at === 1 && one[0] !== only))
  const together = (form: (word: Word) => string): string => joined.map(form).join('')
  return {
    written: query.slice(compound[0]?.start, compound.at(-1)?.end),
    folded: together(({ folded }) => folded),
    stem: together(joined.length === 1 ? ({ stem }) => stem : ({ folded }) => folded),
    sequences: sequences.map((one) => one.map(({ folded, stem }) => ({ folded, stem }))),
  }
}

/** Parts and wholes as texts have them, parts alone, and wholes alone. */
function spellingsOf(words: readonly Word[]): Spellings {
  const spellings = [words, partsOf(words), joinedOf(words)].map((one) => one.map(({ stem }) => stem))
  return [...new Map(spellings.map((one) => [one.join(' '), one])).values()]
}

function partsOf(words: readonly Word[]): Word[] {
  return words.filter(({ isWhole }) => !isWhole)
}

function joinedOf(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    while (word.isWhole && (joined.at(-1)?.end ?? 0) > word.start) joined.pop()
    joined.push(word)
  }
  return joined
}
