import { inSlices, type Steps, takingTurns } from '../../system/steps.ts'
import type { IndexedArticle } from '../search-index.ts'
import type { LanguageWords } from '../words/words.ts'
import {
  type BuiltIndex,
  type Entry,
  IN_LEAD,
  IN_NAMES,
  IN_TITLE,
  type IndexArrays,
  indexOf,
  type OrderOf,
} from './built-index.ts'
import { createNumbers, createPostingsBuilder } from './postings.ts'

export interface PreviousIndex {
  index: BuiltIndex
  without: ReadonlySet<string>
}

/** @param previous its articles come before `articles` */
export async function buildIndex(
  articles: Iterable<IndexedArticle> | AsyncIterable<IndexedArticle>,
  words: LanguageWords,
  previous?: PreviousIndex,
  orderOf?: OrderOf,
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
        // A reader who is typing an inflected form has its beginning.
        for (const term of [number, numberOf(folded)]) places.set(term, (places.get(term) ?? 0) | place)
      }
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
  return indexOf(await inSlices(arraysOf(parts)), orderOf)
}

type Parts = ReturnType<typeof createParts>

/** Numbers processed without a pause. */
const NUMBERS_AT_ONCE = 200_000

function* arraysOf({ entries, numbers, heads, texts, sequence, starts, titleLengths }: Parts): Steps<IndexArrays> {
  starts.push(sequence.size())
  const terms = [...numbers.keys()].sort()
  yield
  const placeOf = new Uint32Array(terms.length)
  for (const [place, term] of terms.entries()) placeOf[numbers.get(term) ?? 0] = place
  yield
  const places = sequence.toArray()
  for (let at = 0; at < places.length; at++) {
    const number = places[at] ?? 0
    places[at] = number === 0 ? terms.length : (placeOf[number - 1] ?? terms.length)
    if (at % NUMBERS_AT_ONCE === 0) yield
  }
  return {
    ...{ entries, terms, sequence: places, starts: starts.toArray(), titleLengths: titleLengths.toArray() },
    heads: yield* heads.build(placeOf),
    texts: yield* texts.build(placeOf),
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

/** Terms and documents processed without a pause. */
const TERMS_AT_ONCE = 500
const DOCUMENTS_AT_ONCE = 50

function* takeOver({ index, without }: PreviousIndex, parts: Parts): Steps<void> {
  const { vocabulary } = index
  /** Numbers of documents and of terms, plus one; zero for those that are gone. */
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
    for (const term of index.sequenceOf(document)) parts.sequence.push(terms[term] ?? 0)
    if (document % DOCUMENTS_AT_ONCE === 0) yield
  }
}
