import { inSlices, type Steps, takingTurns } from '../../system/steps.ts'
import type { IndexedArticle } from '../search-index.ts'
import { termsWithErrors } from '../typing-errors.ts'
import type { LanguageWords } from '../words/words.ts'
import { createNumbers, createPostingsBuilder, type Postings } from './postings.ts'

export type Entry = Pick<IndexedArticle, 'id' | 'category' | 'date'>

/** Bits of a term's weight in the heads: where it stands. */
export const IN_TITLE = 4
export const IN_NAMES = 2
export const IN_LEAD = 1

export interface BuiltIndex {
  entries: readonly Entry[]
  vocabulary: Vocabulary
  /** Titles, names and leads: weights are `IN_TITLE`, `IN_NAMES` and `IN_LEAD` together. */
  heads: Postings
  /** Texts: weights are occurrences. */
  texts: Postings
  /** In their order; the place after the last term stands between its fields. */
  sequenceOf(document: number): Uint32Array
  /** Terms of its title, which come first in its sequence. */
  titleLengthOf(document: number): number
  /** Place among all articles, the newest first. */
  ageOf(document: number): number
}

export interface PreviousIndex {
  index: BuiltIndex
  /** Ids of articles to leave out. */
  without: ReadonlySet<string>
}

/** @param previous its articles come before `articles` */
export async function buildIndex(
  articles: Iterable<IndexedArticle> | AsyncIterable<IndexedArticle>,
  words: LanguageWords,
  previous?: PreviousIndex,
): Promise<BuiltIndex> {
  const parts = createParts()
  const { entries, numbers, heads, texts, sequence, starts, titleLengths } = parts
  if (previous) await inSlices(takeOver(previous, parts))
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
    ageOf: agesOf(entries),
  }
}

function createParts() {
  return {
    entries: [] as Entry[],
    numbers: new Map<string, number>(),
    heads: createPostingsBuilder(),
    texts: createPostingsBuilder(),
    /** A term's number plus one; zero between fields. */
    sequence: createNumbers(),
    starts: createNumbers(),
    titleLengths: createNumbers(),
  }
}

/** Terms and documents after which other work may have its turn. */
const TERMS_AT_ONCE = 500
const DOCUMENTS_AT_ONCE = 50

function* takeOver({ index, without }: PreviousIndex, parts: ReturnType<typeof createParts>): Steps<void> {
  const { vocabulary } = index
  /** Numbers of documents and of terms here, plus one; zero for those that are gone. */
  const documents = new Uint32Array(index.entries.length)
  for (const [document, entry] of index.entries.entries()) {
    if (without.has(entry.id)) continue
    parts.entries.push(entry)
    documents[document] = parts.entries.length
  }
  const terms = new Uint32Array(vocabulary.size)
  for (let term = 0; term < vocabulary.size; term++) {
    for (const [from, to] of [
      [index.heads, parts.heads],
      [index.texts, parts.texts],
    ] as const) {
      from.each(term, (document, weight) => {
        const copy = documents[document] ?? 0
        if (copy === 0) return
        if (terms[term] === 0) {
          parts.numbers.set(vocabulary.termAt(term), parts.numbers.size)
          terms[term] = parts.numbers.size
        }
        to.add((terms[term] ?? 0) - 1, copy - 1, weight)
      })
    }
    if (term % TERMS_AT_ONCE === 0) yield
  }
  for (const [document, copy] of documents.entries()) {
    if (copy === 0) continue
    parts.starts.push(parts.sequence.size())
    parts.titleLengths.push(index.titleLengthOf(document))
    // What stands between two fields is no term.
    for (const term of index.sequenceOf(document)) parts.sequence.push(terms[term] ?? 0)
    if (document % DOCUMENTS_AT_ONCE === 0) yield
  }
}

/** Of equally old articles the first counts as newer. */
function agesOf(entries: readonly Entry[]): BuiltIndex['ageOf'] {
  const dates = entries.map(({ date }) => date)
  const order = Uint32Array.from(dates.keys()).sort((one, other) => {
    const [date = '', otherDate = ''] = [dates[one], dates[other]]
    return date === otherDate ? one - other : date < otherDate ? 1 : -1
  })
  const ages = new Uint32Array(order.length)
  for (const [age, document] of order.entries()) ages[document] = age
  return (document) => ages[document] ?? 0
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

interface Vocabulary {
  placeOf(term: string): number | undefined
  beginningWith(letters: string): { from: number; to: number }
  withErrors(term: string, most: number): Array<{ at: number; errors: number }>
  lengthOf(place: number): number
  termAt(place: number): string
  readonly size: number
}

/** @param sorted by UTF-16 units */
function createVocabulary(sorted: readonly string[]): Vocabulary {
  const firstFrom = (term: string): number => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? '') < term) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    placeOf(term) {
      const place = firstFrom(term)
      return sorted[place] === term ? place : undefined
    },
    beginningWith: (letters) => ({ from: firstFrom(letters), to: firstFrom(`${letters}\uffff`) }),
    withErrors: (term, most) => termsWithErrors(sorted, term, most),
    lengthOf: (place) => sorted[place]?.length ?? 0,
    termAt: (place) => sorted[place] ?? '',
    size: sorted.length,
  }
}
