import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createSeal, createSharedFiles, digestOf, textOf } from '../../src/edge/releases/shared-files.ts'
import { createRedisStore } from '../../src/system/store/redis.ts'
import { createRestStore } from '../../src/system/store/rest.ts'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { type RedisRest, startRedisRest } from '../support/redis-rest.ts'
import { REDIS_PASSWORD, type RedisServer, startRedis } from '../support/redis-server.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { describeWithRedis, REDIS_PROGRAM } from '../support/with-redis.ts'

const TOKEN = 'bardzo-tajny-token'
const ARTICLE = '/2026/01/artykul-0'
const PAGE = `${ARTICLE}.html`
const OTHER = '/2026/01/artykul-1'
const LISTS = '/api/getScrollPosts'
/** Limit for a page whatever the store does; the store may take 150 ms of it. Milliseconds. */
const PAGE_DEADLINE = 2000

describeWithRedis.each(['natively', 'over REST'])('two instances on one Redis, %s', (way) => {
  let redis: RedisServer
  let rest: RedisRest
  let hub: HubServer
  let websub: Server
  let pings: string[]
  let title: string
  let first: PortalProcess
  let second: PortalProcess

  beforeAll(async () => {
    pings = []
    title = 'Tytuł 0'
    redis = await startRedis(REDIS_PROGRAM ?? '')
    rest = await startRedisRest(redis.url)
    websub = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => void pings.push(new URLSearchParams(`${chunk}`).get('hub.url') ?? ''))
      request.on('end', () => response.end())
    })
    await new Promise<void>((resolve) => websub.listen(0, '127.0.0.1', resolve))
    hub = await startHub(
      join(ROOT, 'test/support/fixtures/hub'),
      largeArchive({
        count: 20,
        perPage: 10,
        newest: Date.UTC(2026, 0, 31),
        hoursBetween: 1,
        articleOf: () => ({ title }),
      }),
    )
    const settings = {
      CONTENT: 'hub',
      CMS_URL: hub.url,
      PURGE_TOKEN: TOKEN,
      SERVICE: 'post',
      SERVICE_URL_POST: 'https://post.example',
      WEBSUB_HUB_URL: `http://127.0.0.1:${(websub.address() as AddressInfo).port}/`,
      ...(way === 'natively' ? { REDIS_URL: redis.url } : { KV_REST_API_URL: rest.url, KV_REST_API_TOKEN: rest.token }),
    }
    first = await startProcess(settings)
    second = await startProcess(settings)
    await Promise.all([first.ready(), second.ready()])
    await Promise.all(
      [first, second].map((portal) =>
        until(
          () => portal.output,
          (text) => text.includes(THERE),
        ),
      ),
    )
  })
  afterAll(async () => {
    await first?.stop()
    await second?.stop()
    await hub?.close()
    await rest?.close()
    await redis?.close()
    websub?.closeAllConnections()
    websub?.close()
  })

  const THERE = 'the shared store is there'
  const AWAY = 'the shared store is away'
  const said = (portal: PortalProcess, message: string): number =>
    portal.lines().filter(({ msg }) => msg === message).length
  const purge = (portal: PortalProcess, body: object) =>
    portal.ask('/ops/purge', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(body),
    })
  const post = async (portal: PortalProcess, address: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    return (await portal.ask('/api/sare/', { method: 'POST', headers, body: '{"email":"?"}' })).status
  }
  /** The title that an instance shows to a reader. */
  const titleOn = async (portal: PortalProcess, path = PAGE): Promise<string> =>
    /<h1[^>]*>(?:<[^>]*>)*([^<]+)/.exec((await portal.ask(path)).text)?.[1] ?? ''
  const bothShow = async (wanted: string): Promise<void> => {
    for (const portal of [first, second]) {
      await until(
        () => titleOn(portal),
        (shown) => shown === wanted,
      )
    }
  }
  const lists = async (portal: PortalProcess) => JSON.parse((await portal.ask(LISTS)).text)

  test('a purge on one instance reaches the other, by path and by tag, and the feeds’ hub is notified once (PURGE-7)', async () => {
    await bothShow('Tytuł 0')
    title = 'Tytuł po ścieżce'
    expect((await purge(first, { paths: [PAGE] })).status).toBe(200)
    await bothShow('Tytuł po ścieżce')
    title = 'Tytuł po znaczniku'
    expect((await purge(second, { tags: ['post-100000'] })).status).toBe(200)
    await bothShow('Tytuł po znaczniku')
    const topics = await until(
      () => pings.filter((topic) => topic.endsWith('/api/feed/feed-gn')),
      ({ length }) => length >= 2,
    )
    expect(topics).toHaveLength(2)
  })

  test('the sixth post of one client within a minute is refused, on whichever instance', async () => {
    const statuses = []
    for (const portal of [first, second, first, second, first, second, first]) {
      statuses.push(await post(portal, '203.0.113.7'))
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect(await post(second, '203.0.113.8')).toBe(400)
    const keys = await redis.send('KEYS', 'szpalta:limit:*')
    expect(JSON.stringify(keys)).not.toContain('203.0.113')
  })

  test('lists of further articles are in the store under the service’s name; an unusable list is rebuilt (NEXT-11)', async () => {
    const stored = { specific: { [ARTICLE]: [OTHER] }, globals: ['/2026/01/artykul-9'], categories: { Gry: [OTHER] } }
    const built = await lists(first)
    expect(built.globals).toContain(OTHER)
    await redis.send('SET', 'scroll-posts:post', JSON.stringify(stored))
    for (const portal of [first, second]) {
      expect(
        await until(
          () => lists(portal),
          ({ globals }) => globals.length === 1,
          10_000,
        ),
      ).toEqual(stored)
    }
    await redis.send('SET', 'scroll-posts:post', '{"globals":[{"evil":1}]}')
    await until(
      () => lists(first),
      ({ globals }) => globals.length === built.globals.length,
      10_000,
    )
    await redis.send('DEL', 'scroll-posts:post')
  })

  test('REL-1 a file that another instance has put there is found, and none that was sealed with another secret', async () => {
    const store =
      way === 'natively'
        ? createRedisStore({
            kind: 'redis',
            mode: 'single',
            urls: [redis.url],
            tls: { isVerified: true },
            sentinel: { name: 'none' },
          })
        : createRestStore(rest.url, rest.token)
    try {
      const { get, lasting } = store
      if (!lasting) throw new Error('what is stored ends with a process')
      const text = textOf({ identity: Buffer.from('a{b:c}') })
      const publish = async (name: string, secret: string): Promise<void> => {
        const files = createSharedFiles({ store: { get, lasting }, seal: await createSeal(secret) })
        await files.publish(new Map([[name, { digest: digestOf(text), text: async () => text }]]))
      }
      await publish('own-AAAAAAAA.css', TOKEN)
      await publish('strange-AAAAAAAA.css', 'another secret')
      for (const portal of [first, second]) {
        const own = await portal.ask('/assets/own-AAAAAAAA.css')
        expect([own.status, own.text]).toEqual([200, 'a{b:c}'])
        expect(await portal.status('/assets/strange-AAAAAAAA.css')).toBe(404)
      }
    } finally {
      await store.close()
    }
  })

  test('while Redis hangs, everything responds in time; purges of that time reach every instance afterwards (RES-13)', async () => {
    await Promise.all([titleOn(second), titleOn(first)])
    redis.hang()
    try {
      const cold = '/2026/01/artykul-7.html'
      for (const path of [PAGE, cold, LISTS, LISTS, '/readyz']) {
        const { status, ms } = await first.ask(path)
        expect([path, status, ms < PAGE_DEADLINE]).toEqual([path, 200, true])
      }
      const startedAt = performance.now()
      const statuses = []
      for (let posts = 0; posts < 6; posts++) statuses.push(await post(first, '203.0.113.9'))
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
      expect(performance.now() - startedAt).toBeLessThan(6 * PAGE_DEADLINE)
      title = 'Tytuł przerwy'
      const { status, ms } = await purge(first, { paths: [PAGE] })
      expect([status, ms < PAGE_DEADLINE]).toEqual([200, true])
      await until(
        () => titleOn(first),
        (shown) => shown === title,
      )
      expect(await titleOn(second)).not.toBe(title)
      await until(
        () => said(first, AWAY),
        (count) => count > 0,
        20_000,
      )
      expect((await first.ask(LISTS)).ms).toBeLessThan(PAGE_DEADLINE)
    } finally {
      redis.resume()
    }
    await until(
      () => titleOn(second),
      (shown) => shown === title,
      20_000,
    )
  })

  test('after Redis is killed and restarted empty, pages stay, each change is logged once, and possibly stale content is requested again', async () => {
    await bothShow(title)
    // The start said "there" once, so each absence that has ended leaves the two counts one apart.
    await until(
      () => said(second, THERE) - said(second, AWAY),
      (difference) => difference === 1,
      20_000,
    )
    const before = { there: said(second, THERE), away: said(second, AWAY) }
    await redis.kill()
    await until(
      () => said(second, AWAY),
      (count) => count > before.away,
      20_000,
    )
    for (let attempt = 0; attempt < 20; attempt++) {
      const { status, ms } = await second.ask(attempt % 2 === 0 ? PAGE : LISTS)
      expect([status, ms < PAGE_DEADLINE]).toEqual([200, true])
    }
    expect([await post(second, '203.0.113.10'), said(second, AWAY) - before.away]).toEqual([400, 1])
    // Without a purge: the second instance only knows that the log is gone.
    title = 'Tytuł pustego magazynu'
    await redis.start()
    await bothShow(title)
    // The page may come before the instance has noticed the store.
    await until(
      () => said(second, THERE) - before.there,
      (count) => count > 0,
      20_000,
    )
    title = 'Tytuł po powrocie'
    await purge(second, { paths: [PAGE] })
    await bothShow(title)
    expect(said(second, THERE) - before.there).toBe(1)
  })

  test('the logs contain neither password nor token', () => {
    for (const portal of [first, second]) {
      expect(portal.output).not.toContain(REDIS_PASSWORD)
      expect(portal.output).not.toContain(rest.token)
    }
  })

  if (way === 'over REST') {
    test('an idle instance polls the store once a second', async () => {
      const ranges = () => rest.commands.filter(([name]) => name?.toUpperCase() === 'XRANGE').length
      const before = ranges()
      const startedAt = performance.now()
      await until(ranges, (count) => count >= before + 6)
      // Two instances: six polls take three seconds, or a little over two from where the counting began.
      expect(performance.now() - startedAt).toBeGreaterThan(1500)
    })
  }
})
