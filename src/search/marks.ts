import type { Card, Marks, TextRange } from '../content/card.ts'
import { parseQuery, type QueryWord } from './query.ts'
import { allowedErrors, termsWithErrors } from './typing-errors.ts'
import type { Form, LanguageWords, Word } from './words/words.ts'

export { wordsOf } from './words/words.ts'

/** Letters of a word that begins others. */
const MIN_BEGINNING = 3

/**
 * (SEARCH-16)
 * @param missing words that no article has, and that others are marked for; absent: unknown
 */
export function withMarks(
  cards: readonly Card[],
  query: string,
  words: LanguageWords,
  missing?: readonly string[],
): Card[] {
  const { words: searched } = parseQuery(query, words)
  return cards.map((card) => ({ ...card, marks: marksOf(card, searched, words, missing) }))
}

function marksOf(
  { title, lead, snippet }: Card,
  searched: readonly QueryWord[],
  words: LanguageWords,
  missing: readonly string[] | undefined,
): Marks {
  const texts = [title, lead, snippet ?? ''].map((text) => words.of(text))
  const [inTitle = [], inLead = [], inSnippet = []] = texts.map(() => [] as TextRange[])
  const marks = [inTitle, inLead, inSnippet]
  for (const word of searched) {
    const isGuess = missing === undefined || missing.includes(word.written)
    for (const [at, ranges] of rangesOfWord(texts, word, isGuess).entries()) marks[at]?.push(...ranges)
  }
  const [inOrder = [], ...others] = marks.map(apart)
  return { title: inOrder, lead: others[0] ?? [], snippet: snippet === undefined ? undefined : (others[1] ?? []) }
}

/**
 * In any form and spelling, else of words that it may be.
 * @param texts the words of each
 */
export function rangesOfWord(
  texts: ReadonlyArray<readonly Word[]>,
  word: QueryWord,
  mayBeMistyped: boolean,
): TextRange[][] {
  const exact = texts.map((text) => [
    ...formsIn(text, word),
    ...word.sequences.flatMap((one) => sequencesIn(text, one)),
  ])
  if (!mayBeMistyped || exact.some(({ length }) => length > 0)) return exact
  const stems = [...new Set(texts.flatMap((text) => text.map(({ stem }) => stem)))].sort((one, other) =>
    one < other ? -1 : 1,
  )
  const near = new Set(
    [word.stem, word.folded].flatMap((written) => {
      const most = allowedErrors(written)
      return most === 0 ? [] : termsWithErrors(stems, written, most).map(({ at }) => stems[at])
    }),
  )
  return texts.map((text) => text.filter(({ stem }) => near.has(stem)).map(({ start, end }) => [start, end]))
}

function formsIn(text: readonly Word[], { folded, stem }: Form): TextRange[] {
  const isBeginning = (word: Word): boolean =>
    // What a symbol joins is one word only in a query that joins it.
    folded.length >= MIN_BEGINNING &&
    word.folded.startsWith(folded) &&
    !(word.isWhole && /[^\p{L}\p{N}]/u.test(word.folded))
  return text
    .filter((word) => word.stem === stem || word.folded === folded || isBeginning(word))
    .map(({ start, end }) => [start, end])
}

function sequencesIn(text: readonly Word[], sequence: readonly Form[]): TextRange[] {
  return text.flatMap((first, at): TextRange[] => {
    const last = text[at + sequence.length - 1]
    const isSame = last !== undefined && sequence.every(({ stem }, offset) => text[at + offset]?.stem === stem)
    return isSame ? [[first.start, last.end]] : []
  })
}

/** Joins those that overlap. */
function apart(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const [from, to] = merged.at(-1) ?? [0, -1]
    if (start >= to) merged.push([start, end])
    else merged.splice(-1, 1, [from, Math.max(to, end)])
  }
  return merged
}
