import { createPurging } from '../../src/portal/purging.ts'
import type { Purge } from '../../src/purge/purge.ts'
import { createMemoryStore } from '../../src/system/store/memory.ts'
import { sharedStore } from '../../src/system/store/shared-store.ts'
import { type Store, StoreRefusal } from '../../src/system/store/store.ts'
import { createServices } from '../support/customer-site.ts'
import { until } from '../support/until.ts'

const { akademia } = createServices()
const fail = (error: unknown): never => {
  throw error
}
const PURGE: Purge = { service: 'akademia', paths: ['/2026/03/klucze'], tags: [] }

/** Instances on one store, each with a cache in front and a hub. */
function instances(count: number, memory: Store = createMemoryStore()) {
  return Array.from({ length: count }, () => {
    const seen = { local: 0, proxies: 0, everything: 0, published: 0 }
    const instance: { onPublish?: (settled: Promise<void>) => void } = {}
    const purging = createPurging({
      purgeHere: (matches) => {
        if (matches({ service: 'akademia', url: '/2026/03/klucze' }, { hasAny: () => false })) seen.local += 1
        return seen.local
      },
      store: sharedStore(memory, { onThere() {}, onAway() {}, onRefused() {}, onAccepted() {} }),
      proxies: {
        purge: async () => {
          seen.proxies += 1
        },
        purgeAll: async () => {
          seen.everything += 1
        },
        close: () => {},
      },
      publish: (_purge, _service, settled) => {
        seen.published += 1
        instance.onPublish?.(settled)
      },
      onError: (error) => {
        throw error
      },
    })
    return Object.assign(instance, { purging, seen })
  })
}

const sum = (all: ReturnType<typeof instances>, of: 'local' | 'proxies' | 'everything' | 'published') =>
  all.reduce((total, { seen }) => total + seen[of], 0)

test('a change that every instance detects is purged by each, and forwarded once', async () => {
  const all = instances(3)
  await Promise.all(all.map(({ purging }) => purging.detected(PURGE, akademia)))
  expect([all.every(({ seen }) => seen.local >= 1), sum(all, 'published')]).toEqual([true, 1])
  await Promise.all(all.map(({ purging }) => purging.close()))
})

test('PURGE-18: caches in front drop what is from before a release, once for all its instances', async () => {
  const all = instances(3)
  for (const { purging } of all) purging.started('abc').catch(fail)
  await until(
    () => sum(all, 'everything'),
    (count) => count > 0,
  )
  expect(sum(all, 'everything')).toBe(1)
  // Those of another release.
  all[0]?.purging.started('def').catch(fail)
  await until(
    () => sum(all, 'everything'),
    (count) => count === 2,
  )
  await Promise.all(all.map(({ purging }) => purging.close()))
})

test('PURGE-18: they drop it again when the instance before it has sent its last page', async () => {
  let drops = 0
  const proxies = {
    purge: async () => {},
    purgeAll: async () => {
      drops += 1
    },
    close: () => {},
  }
  const purging = createPurging({ purgeHere: () => 0, proxies, onError: fail, predecessor: 20 })
  await purging.started('abc')
  expect(drops).toBe(2)
  await purging.close()
})

test('PURGE-16: an instance that missed purges of others has caches in front drop all', async () => {
  const memory = createMemoryStore()
  let isEmptied = false
  const emptied: Store = {
    ...memory,
    after: async (log, id) => {
      const slice = await memory.after(log, id)
      return isEmptied ? { ...slice, isWhole: false } : slice
    },
  }
  const [instance] = instances(1, emptied)
  if (!instance) throw new Error('no instance')
  await instance.purging.detected(PURGE, akademia)
  expect(instance.seen.everything).toBe(0)
  isEmptied = true
  await until(
    () => instance.seen.everything,
    (count) => count > 0,
  )
  await instance.purging.close()
})

test('a later change of the same articles is another one, however soon it follows', async () => {
  const all = instances(2)
  for (const stamp of ['7 publish 10:00:01', '7 publish 10:00:04']) {
    await Promise.all(all.map(({ purging }) => purging.detected(PURGE, akademia, stamp)))
  }
  expect(sum(all, 'published')).toBe(2)
  await Promise.all(all.map(({ purging }) => purging.close()))
})

test('what one instance detects, the others have before they are caught up (PURGE-11)', async () => {
  const all = instances(3)
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (let round = 1; round <= 20; round++) {
    const before = all.map(({ seen }) => seen.local)
    const [first, ...others] = all
    let isSettled = false
    const settled = new Promise<void>((resolve) => {
      if (first) first.onPublish = (promise) => void promise.then(resolve)
    }).then(() => {
      isSettled = true
    })
    await first?.purging.detected(PURGE, akademia, String(round))
    await settled
    await Promise.all(others.map(({ purging }) => purging.catchUp()))
    expect([isSettled, ...all.map(({ seen }, index) => seen.local - (before[index] ?? 0))]).toEqual([true, 1, 1, 1])
  }
  await Promise.all(all.map(({ purging }) => purging.close()))
})

test('a log that is away keeps nobody waiting', async () => {
  const memory = createMemoryStore()
  const gone = (): Promise<never> => Promise.reject(new Error('away'))
  const [alone] = instances(1, { ...memory, lastOf: gone, append: gone })
  await alone?.purging.catchUp()
  await alone?.purging.catchUp()
  await alone?.purging.close()
})

test('a purge that one instance receives reaches all of them, and is forwarded once (PURGE-7)', async () => {
  const all = instances(3)
  const limit = Date.now() + 5000
  // The others start following a moment after their creation.
  await new Promise((resolve) => setTimeout(resolve, 20))
  all[0]?.purging.requested(PURGE, akademia)
  const isSpread = (): boolean => sum(all, 'local') >= 3 && sum(all, 'proxies') >= 2
  while (!isSpread() && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 10))
  // Caches in front get feeds a second time, once all instances have the purge.
  expect([sum(all, 'local'), sum(all, 'proxies'), sum(all, 'published')]).toEqual([3, 2, 1])
  await Promise.all(all.map(({ purging }) => purging.close()))
})

test('an instance that cannot publish still receives (RES-11)', async () => {
  const memory = createMemoryStore()
  const sender = instances(1, memory)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const refuse = async (): Promise<string> => {
    throw new StoreRefusal('NOPERM')
  }
  const receiver = instances(1, { ...memory, append: refuse })
  const limit = Date.now() + 5000
  await new Promise((resolve) => setTimeout(resolve, 20))
  receiver[0]?.purging.requested({ ...PURGE, paths: ['/2026/03/inne'] }, akademia)
  // The second one comes after the first failed publication, too.
  for (const count of [1, 2]) {
    sender[0]?.purging.requested(PURGE, akademia)
    while (sum(receiver, 'local') < count && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(sum(receiver, 'local')).toBe(count)
  }
  await Promise.all([...sender, ...receiver].map(({ purging }) => purging.close()))
})
