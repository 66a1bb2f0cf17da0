import { createMostRead } from '../../src/most-read/most-read.ts'
import { bucketsOf, currentSet } from '../../src/most-read/windows.ts'
import { createRedisStore } from '../../src/store/redis.ts'
import { createScoreSets } from '../../src/store/score-sets.ts'
import { type SharedStore, sharedStore } from '../../src/store/shared-store.ts'
import { debianProgram } from '../support/debian-program.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 2, 3, 12)

/** Counts that are taken once. */
function counted(...batches: Array<Record<string, number>>) {
  return () => {
    const batch = batches.shift() ?? {}
    return Object.entries(batch).map(([path, views]) => ({ service: 'post', path, views }))
  }
}

test('a view counts less the older it is, and nothing at the end of its window (READ-3)', () => {
  const weightAt = (at: number) =>
    bucketsOf('post', '24h', at).find(({ set }) => set === currentSet('post', '24h', NOON))?.weight
  expect(weightAt(NOON)).toBe(1)
  expect(weightAt(NOON + 12.5 * HOUR)).toBeCloseTo(0.5)
  expect(weightAt(NOON + 24.5 * HOUR)).toBeUndefined()
})

test('a newer article passes an older one with as many views (READ-3)', async () => {
  let at = NOON
  const mostRead = createMostRead({
    take: counted({ '/stary': 10 }, { '/nowy': 8 }),
    now: () => at,
    wallClock: () => at,
  })
  expect((await mostRead.ranking('post', '24h')).map(({ path }) => path)).toEqual(['/stary'])
  at += 12 * HOUR
  const later = await mostRead.ranking('post', '24h')
  expect(later.map(({ path, views }) => [path, views])).toEqual([
    ['/nowy', 8],
    ['/stary', 10],
  ])
  expect(await mostRead.ranking('post', '1h')).toMatchObject([{ path: '/nowy' }])
  expect(await mostRead.ranking('plus', '24h')).toEqual([])
  await mostRead.close()
})

test('memory is bounded, and the highest scores stay (READ-5)', () => {
  const sets = createScoreSets()
  const many = Array.from({ length: 10_000 }, (_, n) => ({ set: 's', member: `/${n}`, by: n, lifetime: HOUR }))
  sets.add(many)
  expect(sets.all().length).toBeLessThanOrEqual(2000)
  expect(sets.highest(['s'], 2)).toEqual([
    [
      ['/9999', 9999],
      ['/9998', 9998],
    ],
  ])
})

const program = debianProgram('redis-server', 'redis-server')
const describeWithRedis = program === undefined ? describe.skip : describe

describeWithRedis('instances on one Redis', () => {
  let redis: RedisServer
  const stores: SharedStore[] = []
  const instance = (...batches: Array<Record<string, number>>) => {
    const events = { onThere: () => {}, onAway: () => {}, onRefused: () => {}, onAccepted: () => {} }
    const store = sharedStore(createRedisStore(redis.url), events)
    stores.push(store)
    return createMostRead({ take: counted(...batches), store })
  }
  beforeAll(async () => {
    redis = await startRedis(program ?? '')
  })
  afterAll(async () => {
    await Promise.all(stores.map(({ background }) => background.close()))
    await redis.close()
  })

  test('add up their views, and keep through an outage what they have not shared (READ-4, READ-5)', async () => {
    const one = instance({ '/a': 5, '/b': 1 }, { '/b': 9 })
    const other = instance({ '/a': 2, '/b': 4 })
    await one.share()
    await other.share()
    expect(await other.ranking('post', '1h')).toMatchObject([
      { path: '/a', views: 7 },
      { path: '/b', views: 5 },
    ])
    await redis.kill()
    await one.share()
    expect(await one.ranking('post', '1h')).toMatchObject([
      { path: '/b', views: 10 },
      { path: '/a', views: 5 },
    ])
    await redis.start()
    let shared: unknown[] = []
    for (let tries = 0; tries < 100 && shared.length === 0; tries++) {
      await one.share()
      shared = (await redis.send('KEYS', '{most-read}:post:*')) as unknown[]
    }
    const key = currentSet('post', '7d', Date.now())
    expect(await redis.send('ZSCORE', key, '/b')).toBe('9')
    await one.close()
    await other.close()
  })
})
