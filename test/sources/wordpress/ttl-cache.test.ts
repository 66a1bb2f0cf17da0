import type { Rank } from '../../../src/sources/source.ts'
import { createTtlCache } from '../../../src/sources/wordpress/ttl-cache.ts'

/** Loads that the test settles, and a function that calls them. */
function pending() {
  const kept = createTtlCache<{ name: string }>(60_000)
  const waiting: Array<{ resolve: (name: string) => void; reject: (error: Error) => void }> = []
  const load = () =>
    new Promise<{ name: string }>((resolve, reject) => {
      waiting.push({ resolve: (name) => resolve({ name }), reject })
    })
  return { waiting, get: (rank: Rank) => kept.get('newest', rank, load) }
}

test('a reader does not wait for a load of a feed, nor receives its failure (COST-55)', async () => {
  const { waiting, get } = pending()
  const [feed, page, another, further] = [get('lists'), get('primary'), get('primary'), get('secondary')]
  waiting[0]?.reject(new Error('busy'))
  await expect(feed).rejects.toThrow('busy')
  waiting[1]?.resolve('newest')
  expect(await Promise.all([page, another, further])).toEqual(Array.from({ length: 3 }, () => ({ name: 'newest' })))
  expect(waiting.length).toBe(2)
})

test('a value that a feed has loaded is shared with all callers', async () => {
  const { waiting, get } = pending()
  const feed = get('lists')
  waiting[0]?.resolve('newest')
  await feed
  expect(await get('primary')).toEqual({ name: 'newest' })
  expect(waiting.length).toBe(1)
})
