import type { Steps } from '../../system/steps.ts'

/** For each term its documents in order, each with a weight; three arrays without objects. */
export interface Postings {
  each(term: number, visit: (document: number, weight: number) => void): void
  count(term: number): number
}

export interface PostingArrays {
  /** The last item is the end of the last term. */
  starts: Uint32Array
  documents: Uint32Array
  weights: Uint8Array
}

export interface PostingsBuilder {
  /** Takes documents in order, and each term once for each. @param weight 1 to 255 */
  add(term: number, document: number, weight: number): void
  /** @param placeOf places of the terms that were numbered as they came */
  build(placeOf: Uint32Array): Steps<PostingArrays>
}

const CHUNK = 65_536
/** Numbers processed without a pause. */
const AT_ONCE = 200_000

export function createPostingsBuilder(): PostingsBuilder {
  const terms = createNumbers()
  const documents = createNumbers()
  const weights = createNumbers()
  return {
    add(term, document, weight) {
      terms.push(term)
      documents.push(document)
      weights.push(weight)
    },
    *build(placeOf) {
      const starts = new Uint32Array(placeOf.length + 1)
      const places = terms.toArray()
      for (let at = 0; at < places.length; at++) {
        const place = placeOf[places[at] ?? 0] ?? 0
        places[at] = place
        starts[place + 1] = (starts[place + 1] ?? 0) + 1
        if (at % AT_ONCE === 0) yield
      }
      for (let place = 1; place < starts.length; place++) {
        starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0)
      }
      const free = starts.slice()
      const sortedDocuments = new Uint32Array(places.length)
      const sortedWeights = new Uint8Array(places.length)
      for (let at = 0; at < places.length; at++) {
        const place = places[at] ?? 0
        const slot = free[place] ?? 0
        free[place] = slot + 1
        sortedDocuments[slot] = documents.at(at)
        sortedWeights[slot] = weights.at(at)
        if (at % AT_ONCE === 0) yield
      }
      return { starts, documents: sortedDocuments, weights: sortedWeights }
    },
  }
}

export function postingsOf({ starts, documents, weights }: PostingArrays): Postings {
  return {
    each(term, visit) {
      const end = starts[term + 1] ?? 0
      for (let at = starts[term] ?? 0; at < end; at++) visit(documents[at] ?? 0, weights[at] ?? 0)
    },
    count: (term) => (starts[term + 1] ?? 0) - (starts[term] ?? 0),
  }
}

export interface Numbers {
  push(value: number): void
  at(index: number): number
  size(): number
  toArray(): Uint32Array
}

export function createNumbers(): Numbers {
  const chunks: Uint32Array[] = []
  let size = 0
  return {
    push(value) {
      if (size % CHUNK === 0) chunks.push(new Uint32Array(CHUNK))
      const chunk = chunks.at(-1)
      if (chunk) chunk[size % CHUNK] = value
      size += 1
    },
    at: (index) => chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ?? 0,
    size: () => size,
    toArray() {
      const all = new Uint32Array(size)
      for (const [at, chunk] of chunks.entries()) all.set(chunk.subarray(0, size - at * CHUNK), at * CHUNK)
      return all
    },
  }
}
