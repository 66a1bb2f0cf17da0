import { inSlices, type Steps, takingTurns } from '../../content/steps.ts'
import type { IndexedArticle } from '../search-index.ts'
import type { LanguageWords } from '../words/words.ts'
import { createNumbers, createPostingsBuilder, type Postings } from './postings.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** What an article is filtered by, and its name. */
export type Entry = Pick<IndexedArticle, 'id' | 'category' | 'date'>

/** Bits of a term's weight in the heads: where it stands. */
export const IN_TITLE = 4
export const IN_NAMES = 2
export const IN_LEAD = 1

/** Everything that searching needs of the articles. */
export interface BuiltIndex {
  entries: readonly Entry[]
  vocabulary: Vocabulary
  /** Titles, names and leads: weights are `IN_TITLE`, `IN_NAMES` and `IN_LEAD` together. */
  heads: Postings
  /** Texts: weights are occurrences. */
  texts: Postings
  /** The terms of an article in their order; the place after the last term stands between its fields. */
  sequenceOf(document: number): Uint32Array
  /** Terms of its title, which come first in its sequence. */
  titleLengthOf(document: number): number
}

/**
 * Builds an index one article at a time, so that nobody waits.
 * @param articles newest first: of equal results, the newer comes first
 */
export async function buildIndex(
  articles: Iterable<IndexedArticle> | AsyncIterable<IndexedArticle>,
  words: LanguageWords,
): Promise<BuiltIndex> {
  const entries: Entry[] = []
  const numbers = new Map<string, number>()
  const [heads, texts] = [createPostingsBuilder(), createPostingsBuilder()]
  const [sequence, starts, titleLengths] = [createNumbers(), createNumbers(), createNumbers()]
  const numberOf = (stem: string): number => {
    const known = numbers.get(stem)
    if (known !== undefined) return known
    numbers.set(stem, numbers.size)
    return numbers.size - 1
  }

  function* add({ id, category, date, title, names, lead, text }: IndexedArticle): Steps<void> {
    const document = entries.length
    entries.push({ id, category, date })
    starts.push(sequence.size())
    const places = new Map<number, number>()
    const put = (field: string, place: number): number => {
      const terms = words.of(field)
      for (const { stem, folded } of terms) {
        const number = numberOf(stem)
        sequence.push(number + 1)
        // As written too: a reader who is still typing an inflected form has the beginning of it.
        for (const term of [number, numberOf(folded)]) places.set(term, (places.get(term) ?? 0) | place)
      }
      // Zero is no term.
      sequence.push(0)
      return terms.length
    }
    titleLengths.push(put(title, IN_TITLE))
    for (const name of names) put(name, IN_NAMES)
    put(lead, IN_LEAD)
    for (const [number, place] of places) heads.add(number, document, place)
    yield
    const counts = new Map<number, number>()
    for (const { stem } of words.of(text)) {
      const number = numberOf(stem)
      sequence.push(number + 1)
      counts.set(number, Math.min((counts.get(number) ?? 0) + 1, 255))
    }
    for (const [number, count] of counts) texts.add(number, document, count)
  }

  const pause = takingTurns()
  for await (const article of articles) {
    await inSlices(add(article))
    await pause()
  }
  starts.push(sequence.size())
  const sorted = [...numbers.keys()].sort((one, other) => (one < other ? -1 : 1))
  const placeOf = new Uint32Array(sorted.length)
  for (const [place, term] of sorted.entries()) placeOf[numbers.get(term) ?? 0] = place
  const places = new Uint32Array(sequence.size())
  for (let at = 0; at < places.length; at++) {
    const number = sequence.at(at)
    places[at] = number === 0 ? sorted.length : (placeOf[number - 1] ?? sorted.length)
  }
  return {
    entries,
    vocabulary: createVocabulary(sorted),
    heads: heads.build(placeOf),
    texts: texts.build(placeOf),
    ...sequencesOf(places, starts.toArray(), titleLengths.toArray()),
  }
}

/** A function of its own, so that nothing of the building stays in memory with it. */
function sequencesOf(
  places: Uint32Array,
  starts: Uint32Array,
  titleLengths: Uint32Array,
): Pick<BuiltIndex, 'sequenceOf' | 'titleLengthOf'> {
  return {
    sequenceOf: (document) => places.subarray(starts[document], starts[document + 1]),
    titleLengthOf: (document) => titleLengths[document] ?? 0,
  }
}
