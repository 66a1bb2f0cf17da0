import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { bucketsOf, createMostRead, currentSet } from '../../../src/features/most-read/most-read.ts'
import { createScoreSets } from '../../../src/system/store/memory.ts'
import { createRedisStore } from '../../../src/system/store/redis.ts'
import { createRestStore } from '../../../src/system/store/rest.ts'
import { type SharedStore, sharedStore } from '../../../src/system/store/shared-store.ts'
import { LostReply } from '../../../src/system/store/store.ts'
import { startRedisRest } from '../../support/redis-rest.ts'
import { type RedisServer, startRedis } from '../../support/redis-server.ts'
import { until } from '../../support/until.ts'
import { describeWithRedis, REDIS_PROGRAM } from '../../support/with-redis.ts'

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

test('memory is bounded, and the highest scores stay (READ-3)', () => {
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

describeWithRedis('instances on one Redis', () => {
  let redis: RedisServer
  const stores: SharedStore[] = []
  const instance = (...batches: Array<Record<string, number>>) => {
    const events = { onThere: () => {}, onAway: () => {}, onRefused: () => {}, onAccepted: () => {} }
    const store = sharedStore(
      createRedisStore({
        kind: 'redis',
        mode: 'single',
        urls: [redis.url],
        tls: { isVerified: true },
        sentinel: { name: 'mymaster' },
      }),
      events,
    )
    stores.push(store)
    return createMostRead({ take: counted(...batches), store })
  }
  beforeAll(async () => {
    redis = await startRedis(REDIS_PROGRAM ?? '')
  })
  afterAll(async () => {
    await Promise.all(stores.map(({ background }) => background.close()))
    await redis.close()
  })

  test('add up their views, and keep through an outage what they have not shared (READ-3)', async () => {
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

  test('a Redis that hangs costs a ranking a moment; views wait for it, and are added once (READ-3)', async () => {
    const one = instance({}, { '/h': 6 }, { '/i': 4 })
    await one.share()
    redis.hang()
    try {
      const sharing = one.share()
      expect(await one.ranking('post', '7d')).toMatchObject([
        { path: '/h', views: 6 },
        { path: '/i', views: 4 },
      ])
      // Never rejects.
      await sharing
    } finally {
      redis.resume()
    }
    const key = currentSet('post', '7d', Date.now())
    const scores = await until(
      async () => {
        await one.share()
        return [await redis.send('ZSCORE', key, '/h'), await redis.send('ZSCORE', key, '/i')]
      },
      ([h, i]) => h !== null && i !== null,
      20_000,
    )
    expect(scores).toEqual(['6', '4'])
    await one.close()
  })

  test('over REST it is the same: views are added up, a large set loses its lowest, and a reply lost is not repeated (READ-3)', async () => {
    const rest = await startRedisRest(redis.url)
    const store = createRestStore(rest.url, rest.token)
    try {
      const additions = (by: number) =>
        ['/a', '/b'].map((member, n) => ({ set: '{most-read}:rest', member, by: by + n, lifetime: HOUR }))
      await store.addScores(additions(1))
      await store.addScores(additions(2.5))
      expect(await store.highest(['{most-read}:rest', '{most-read}:none'], 5)).toEqual([
        [
          ['/b', 5.5],
          ['/a', 3.5],
        ],
        [],
      ])
      const ttl = Number(await redis.send('PTTL', '{most-read}:rest'))
      expect([ttl > 0, ttl <= HOUR]).toEqual([true, true])
      const many = Array.from({ length: 2500 }, (_, n) => ({ set: 'many', member: `/${n}`, by: n + 1, lifetime: HOUR }))
      await store.addScores(many)
      expect(await redis.send('ZCARD', 'many')).toBe(1000)
      expect(await store.highest(['many'], 1)).toEqual([[['/2499', 2500]]])
    } finally {
      await store.close()
      await rest.close()
    }
  })
})

test('a REST store whose reply is lost may have added: it says so, and sends no second time (READ-3)', async () => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    if (body.includes('zincrby')) request.socket.destroy()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ result: btoa('PONG') }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const store = createRestStore(`http://127.0.0.1:${port}`, 'zeton')
  try {
    const addition = { set: 's', member: '/a', by: 1, lifetime: HOUR }
    await expect(store.addScores([addition])).rejects.toBeInstanceOf(LostReply)
    expect(bodies.filter((body) => body.includes('zincrby'))).toHaveLength(1)
  } finally {
    await store.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
