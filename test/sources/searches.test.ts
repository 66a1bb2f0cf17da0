import * as z from 'zod'
import { createSearches } from '../../src/sources/searches.ts'
import type { ContentSource, WireResponse } from '../../src/sources/source.ts'
import { services } from '../content/world.ts'

/** The number of articles for another service's page (SEARCH-30), of a source that says so. */
const countOf = (countFound: ContentSource['countFound'], query = 'klucz'): Promise<number | 'late' | undefined> => {
  const nothing = async (): Promise<WireResponse> => ({ call: 'call', json: { posts: [] } })
  const source: ContentSource = {
    ...{ home: nothing, article: nothing, archive: nothing, search: nothing, block: nothing, prepare: async () => {} },
    ...(countFound && { countFound }),
  }
  return createSearches({
    service: services.akademia,
    source,
    read: async (_key, fetchWire) => {
      const { json } = await fetchWire()
      return { cards: [], ...z.object({ count: z.number().optional() }).parse(json) }
    },
    known: () => undefined,
    index: undefined,
  }).countFound(query)
}
const answering = (count?: number) => async (): Promise<WireResponse> => ({ call: 'count', json: { posts: [], count } })

test('a number is passed on, also zero (SEARCH-30)', async () => {
  expect(await countOf(answering(3))).toBe(3)
  expect(await countOf(answering(0))).toBe(0)
})

test('a source that does not count, an index that stops counting and one that fails say nothing (SEARCH-30)', async () => {
  expect(await countOf(undefined)).toBeUndefined()
  expect(await countOf(answering(undefined))).toBeUndefined()
  expect(
    await countOf(async () => {
      throw new Error('away')
    }),
  ).toBeUndefined()
  expect(await countOf(answering(3), '..')).toBeUndefined()
})

test('an index that is being made is late, and nobody waits for it (SEARCH-30)', async () => {
  expect(await countOf(() => new Promise(() => {}))).toBe('late')
})
