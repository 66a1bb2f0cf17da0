import type { TextRange } from '../content/card.ts'
import type { Language } from '../languages/language.ts'
import type { Steps } from '../system/steps.ts'
import { rangesOfWord } from './marks.ts'
import { parseQuery, type QueryWord } from './query.ts'
import { type LanguageWords, type Word, wordsOf } from './words/words.ts'

/** In characters. */
const MAX_LENGTH = 180
/** What stands before the first hit: rows on a phone show two lines. */
const MAX_BEFORE = 30
/** Characters searched without a pause. */
const PIECE = 4000

export type SnippetOf = (shown: readonly string[], textOf: () => Steps<string>) => Steps<string | undefined>

export async function snippetsFor(query: string, language: Language, missing: readonly string[]): Promise<SnippetOf> {
  const words = await wordsOf(language)
  const searched = parseQuery(query, words).words
  return (shown, textOf) => snippetOf(shown, textOf, searched, words, missing)
}

/**
 * A piece of an article's text around words that nothing else shown has; undefined: none (SEARCH-29).
 * @param shown title, lead and category
 * @param textOf white space folded; read only where needed
 * @param missing words that no article has, as typed
 */
export function* snippetOf(
  shown: readonly string[],
  textOf: () => Steps<string>,
  searched: readonly QueryWord[],
  words: LanguageWords,
  missing: readonly string[],
): Steps<string | undefined> {
  const rangesIn = (texts: ReadonlyArray<readonly Word[]>, word: QueryWord): TextRange[][] =>
    rangesOfWord(texts, word, missing.includes(word.written))
  const wordsShown = shown.map((text) => words.of(text))
  const wanted = searched.filter((word) => rangesIn(wordsShown, word).every(({ length }) => length === 0))
  if (wanted.length === 0) return undefined
  yield
  const text = yield* textOf()
  let hit: Hit | undefined
  for (let from = 0; from < text.length && (hit?.words ?? 0) < wanted.length; from += PIECE) {
    yield
    const offset = Math.max(from - MAX_LENGTH, 0)
    const piece = [words.of(text.slice(offset, from + PIECE))]
    const places = wanted.map((word) => rangesIn(piece, word)[0] ?? [])
    hit = better(hit, bestOf(places, offset))
  }
  return hit && pieceAround(text, hit.start)
}

interface Hit {
  start: number
  words: number
}

function better(one: Hit | undefined, other: Hit | undefined): Hit | undefined {
  return other && other.words > (one?.words ?? 0) ? other : one
}

function bestOf(places: ReadonlyArray<readonly TextRange[]>, offset: number): Hit | undefined {
  let best: Hit | undefined
  for (const [start] of places.flat().toSorted(([one], [other]) => one - other)) {
    const isNear = ([from, to]: TextRange): boolean => from >= start && to <= start + MAX_LENGTH - MAX_BEFORE
    best = better(best, { start: start + offset, words: places.filter((ranges) => ranges.some(isNear)).length })
  }
  return best
}

function pieceAround(text: string, hit: number): string {
  const before = text.slice(Math.max(hit - MAX_BEFORE, 0), hit)
  const isFirst = hit <= MAX_BEFORE
  const sentence = /[.!?…]["”)]? (?=[^.!?…]*$)/.exec(before)
  const cut = isFirst ? 0 : sentence ? sentence.index + sentence[0].length : before.indexOf(' ') + 1
  const start = hit - before.length + cut
  const rest = text.slice(start, start + MAX_LENGTH)
  const end = start + rest.length < text.length ? Math.max(rest.lastIndexOf(' '), hit - start + 1) : rest.length
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end).trimEnd()}${start + end < text.length ? ' …' : ''}`.toWellFormed()
}
