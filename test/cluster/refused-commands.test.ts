import { join } from 'node:path'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { type RedisRest, startRedisRest } from '../support/redis-rest.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { describeWithRedis, REDIS_PROGRAM } from '../support/with-redis.ts'

const TOKEN = 'bardzo-tajny-token'
const ARTICLE = '/2026/01/artykul-0'
const PAGE = `${ARTICLE}.html`
const STORED = { specific: {}, globals: [ARTICLE], categories: {} }
const UNSHARED = 'purges are not shared: the shared store refuses the commands of a stream'
const RESTRICTED = { user: 'portal', password: 'haslo-portalu' }
/** A refused use is tried again after ten seconds. Milliseconds. */
const RETRY = 15_000

/** A server without some commands, and one that does not permit them. */
const WAYS: Array<[string, string[], RegExp]> = [
  [
    'does not know',
    ['XADD', 'XREAD', 'XRANGE', 'XREVRANGE', 'INFO', 'CLIENT'].flatMap((name) => ['--rename-command', name, '']),
    /^ERR unknown command '?`?xrevrange'?`?$/i,
  ],
  [
    'does not allow',
    ['--user', RESTRICTED.user, 'on', `>${RESTRICTED.password}`, '~*', '+@all', '-@stream'],
    /^NOPERM .*xrevrange/,
  ],
]

describeWithRedis.each(['natively', 'over REST'])('two instances %s', (connection) => {
  describe.each(WAYS)('on a Redis that %s the commands of a stream', (way, options, reason) => {
    const isRestricted = way === 'does not allow'
    let redis: RedisServer
    let rest: RedisRest
    let hub: HubServer
    let title = 'Tytuł 0'
    let portals: PortalProcess[] = []

    beforeAll(async () => {
      redis = await startRedis(REDIS_PROGRAM ?? '', options)
      const url = new URL(redis.url)
      if (isRestricted) Object.assign(url, { username: RESTRICTED.user, password: RESTRICTED.password })
      rest = await startRedisRest(url.href)
      const articles = { count: 20, perPage: 10, newest: Date.UTC(2026, 0, 31), hoursBetween: 1 }
      hub = await startHub(
        join(ROOT, 'test/support/fixtures/hub'),
        largeArchive({ ...articles, articleOf: () => ({ title }) }),
      )
      const settings = {
        CONTENT: 'hub',
        CMS_URL: hub.url,
        PURGE_TOKEN: TOKEN,
        SERVICE: 'post',
        SERVICE_URL_POST: 'https://post.example',
        ...(connection === 'natively'
          ? { REDIS_URL: url.href }
          : { KV_REST_API_URL: rest.url, KV_REST_API_TOKEN: rest.token }),
      }
      portals = [await startProcess(settings), await startProcess(settings)]
      await Promise.all(portals.map((portal) => portal.ready()))
    })
    afterAll(async () => {
      for (const portal of portals) await portal.stop()
      await hub?.close()
      await rest?.close()
      await redis?.close()
    })

    const linesOf = (portal: PortalProcess, message: string) => portal.lines().filter(({ msg }) => msg === message)
    /** A second try is another client: the first one's posts still count. */
    let client = 0
    const post = async (portal: PortalProcess): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${client}` }
      return (await portal.ask('/api/sare/', { method: 'POST', headers, body: '{"email":"?"}' })).status
    }
    const shows = (portal: PortalProcess, wanted: string) =>
      until(
        async () => (await portal.ask(PAGE)).text,
        (text) => text.includes(wanted),
        RETRY,
      )

    test('the log says once that purges are not shared, and why; lists and limits work (RES-11)', async () => {
      await redis.send('SET', 'scroll-posts:post', JSON.stringify(STORED))
      for (const portal of portals) {
        await until(
          () => linesOf(portal, UNSHARED).length,
          (count) => count > 0,
        )
        await until(
          async () => JSON.parse((await portal.ask('/api/getScrollPosts')).text),
          ({ globals }) => globals.length === 1,
          RETRY,
        )
      }
      client += 1
      const statuses = []
      for (let nth = 0; nth < 6; nth++) statuses.push(await post(portals[nth % 2] as PortalProcess))
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
      for (const portal of portals) {
        expect(linesOf(portal, UNSHARED)).toEqual([expect.objectContaining({ reason: expect.stringMatching(reason) })])
        expect(linesOf(portal, 'the shared store is away')).toEqual([])
      }
    })

    test('a purge works on its own instance at once, and everywhere as soon as the commands are permitted (RES-11, PURGE-16)', async () => {
      const [first, second] = portals as [PortalProcess, PortalProcess]
      for (const portal of portals) await shows(portal, title)
      title = 'Tytuł po zmianie'
      const { status } = await first.ask('/ops/purge', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ paths: [PAGE] }),
      })
      expect(status).toBe(200)
      await shows(first, title)
      expect((await second.ask(PAGE)).text).not.toContain(title)
      if (!isRestricted) return
      await redis.send('ACL', 'SETUSER', RESTRICTED.user, '+@stream')
      await shows(second, title)
      for (const portal of portals) expect(linesOf(portal, UNSHARED)).toHaveLength(1)
    })
  })
})
