/** What readers search for among the rows of `writeManyRows`, by kind. */
import type { SearchFilters } from '../../src/content/search-filters.ts'
import { type RunSql, SCHEMA } from '../../src/search/postgres/run-sql.ts'
import type { LanguageWords } from '../../src/search/words/words.ts'
import { seeded } from '../../test/support/seeded.ts'
import { CATEGORIES, FAMILY_NAMES } from './many-rows.ts'

export interface Search {
  query: string
  filters: SearchFilters
}

/** Places of words in the vocabulary, the most frequent first. */
const COMMON = { from: 0, to: 40 }
const USUAL = { from: 20, to: 3000 }
const RARE = { from: 20_000, to: 150_000 }
const SHORTEST_MISTYPED = 6
const PHRASE_WORDS = 3

/**
 * @param vocabulary stems, the most frequent first
 * @param newsroomWords as written
 * @param each number of queries of a kind
 */
export async function queriesByKind(
  run: RunSql,
  service: string,
  { vocabulary, newsroomWords, words }: Vocabulary,
  each: number,
): Promise<Map<string, Search[]>> {
  const random = seeded(1309)
  const upTo = (most: number): number => Math.floor(random() * most)
  const written = writtenForms(newsroomWords, vocabulary, words)
  const typed = vocabulary
    .map((stem) => written.get(stem) ?? stem)
    .filter((word) => !words.isStopWord(word.toLowerCase()))
  const word = ({ from, to }: { from: number; to: number }): string =>
    typed[from + upTo(Math.min(to, typed.length) - from)] ?? ''
  const several = (count: number, places = USUAL): string => Array.from({ length: count }, () => word(places)).join(' ')
  const mistyped = (): string => {
    const right = word(USUAL)
    return right.length < SHORTEST_MISTYPED ? mistyped() : right.slice(0, 3) + right.slice(4)
  }
  const past = (): string => `20${17 + upTo(9)}`
  const month = (): SearchFilters => {
    const one = `${past()}-${String(1 + upTo(12)).padStart(2, '0')}`
    return { from: `${one}-01`, to: `${one}-28` }
  }
  const year = (): SearchFilters => {
    const one = past()
    return { from: `${one}-01-01`, to: `${one}-12-31` }
  }
  const category = (): SearchFilters => ({ category: CATEGORIES[upTo(CATEGORIES.length)] ?? '' })
  const phrases = await phrasesOf(run, service, written, () => upTo(900_000))
  const phrase = (where: 'title' | 'text'): string => `"${phrases[where][upTo(phrases[where].length)] ?? ''}"`
  const kinds: Record<string, () => string | Search> = {
    'a common word': () => word(COMMON),
    'a usual word': () => word(USUAL),
    'a rare word': () => word(RARE),
    'two words': () => several(2),
    'three words': () => several(3),
    'two rare words': () => several(2, RARE),
    'a name and a word': () => `${FAMILY_NAMES[upTo(FAMILY_NAMES.length)]} ${word(USUAL)}`,
    'a beginning': () => word(USUAL).slice(0, 3 + upTo(3)),
    'a typing error': mistyped,
    'a category': () => ({ query: word(USUAL), filters: category() }),
    'a month of the past': () => ({ query: word(upTo(2) === 0 ? COMMON : USUAL), filters: month() }),
    'a year of the past': () => ({ query: several(2), filters: year() }),
    'a phrase of a title': () => phrase('title'),
    'a phrase of a text': () => phrase('text'),
    'a phrase of none': () => `"${several(2 + upTo(2), { from: 0, to: 200 })}"`,
    'five words': () => several(5),
    'eight words': () => several(8),
  }
  return new Map(
    Object.entries(kinds).map(([kind, make]) => [
      kind,
      Array.from({ length: each }, () => {
        const made = make()
        return typeof made === 'string' ? { query: made, filters: {} } : made
      }),
    ]),
  )
}

export interface Vocabulary {
  vocabulary: readonly string[]
  newsroomWords: readonly string[]
  words: LanguageWords
}

/** A written form of each stem; stems without one are left out. */
function writtenForms(
  newsroomWords: readonly string[],
  vocabulary: readonly string[],
  words: LanguageWords,
): Map<string, string> {
  const forms = new Map<string, string>()
  for (const written of [...newsroomWords, ...vocabulary]) {
    const [only, another] = words.of(written)
    if (only && another === undefined && !forms.has(only.stem)) forms.set(only.stem, written)
  }
  return forms
}

/** Words that stand next to each other in some articles. */
async function phrasesOf(
  run: RunSql,
  service: string,
  written: ReadonlyMap<string, string>,
  place: () => number,
): Promise<{ title: string[]; text: string[] }> {
  const phrases: { title: string[]; text: string[] } = { title: [], text: [] }
  for (let article = 0; article < 60; article++) {
    const rows = await run(
      `SELECT lexeme, unnest(positions) AS at, unnest(weights) AS letter FROM unnest((
         SELECT words FROM ${SCHEMA}.articles WHERE service = $1 AND id LIKE '/20__/__/artykul-%' AND id >= $2 ORDER BY id LIMIT 1))`,
      [service, `/20${17 + (article % 9)}/0${1 + (article % 9)}/artykul-${place()}`],
    )
    const at = new Map(rows.map((row) => [Number(row.at), row]))
    for (const [where, letter] of [
      ['title', 'A'],
      ['text', 'D'],
    ] as const) {
      const starts = [...at].filter(([, row]) => row.letter === letter).map(([start]) => start)
      const start = starts[Math.floor(starts.length / 3)] ?? 0
      const forms = Array.from({ length: PHRASE_WORDS }, (_, offset) =>
        written.get(String(at.get(start + offset)?.lexeme)),
      )
      if (forms.every((form) => form !== undefined)) phrases[where].push(forms.join(' '))
    }
  }
  return phrases
}
