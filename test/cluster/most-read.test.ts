import * as z from 'zod'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import { describeWithRedis, REDIS_PROGRAM } from '../support/with-redis.ts'

const TOKEN = 'bardzo-tajny-token'
const VIEWS = 120
const READER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const figures = z.object({
  services: z.record(z.string(), z.array(z.object({ path: z.string(), views: z.object({ '1h': z.number() }) }))),
})

describeWithRedis('four workers on two machines', () => {
  let redis: RedisServer
  const portals: PortalProcess[] = []
  afterAll(async () => {
    await Promise.all(portals.map((portal) => portal.stop()))
    await redis.close()
  })

  test('each shows the views of all, through Redis (READ-3)', async () => {
    redis = await startRedis(REDIS_PROGRAM ?? '')
    const variables = { WEB_CONCURRENCY: '2', REDIS_URL: redis.url, METRICS_TOKEN: TOKEN }
    portals.push(await startProcess(variables), await startProcess(variables))
    await Promise.all(
      portals.map((portal) =>
        until(
          () => portal.lines().filter(({ msg }) => msg === 'ready').length,
          (ready) => ready === 2,
          60_000,
        ),
      ),
    )
    const paths = ['/2026/11/multisig-dwa-z-trzech', '/2026/02/blockchain-skrot-blok-lancuch']
    // A connection each, which the two workers of a machine take in turn.
    for (let view = 0; view < VIEWS; view++) {
      const [path = ''] = view % 3 === 0 ? paths.slice(1) : paths
      expect((await portals[view % 2]?.ask(path, { headers: READER }))?.status).toBe(200)
    }
    for (const portal of portals) {
      const counted = await until(
        async () => {
          const { text } = await portal.ask('/ops/most-read?window=1h', {
            headers: { authorization: `Bearer ${TOKEN}` },
          })
          const { akademia = [] } = figures.parse(JSON.parse(text)).services
          return akademia.map(({ path, views }) => [path, views['1h']])
        },
        (ranked) => ranked.reduce((sum, [, views]) => sum + Number(views), 0) >= VIEWS,
        40_000,
      )
      expect(counted).toEqual([
        [paths[0], (VIEWS / 3) * 2],
        [paths[1], VIEWS / 3],
      ])
    }
    const workers = new Set(
      portals.flatMap((portal) => portal.lines().flatMap(({ msg, pid }) => (msg === 'request' ? [pid] : []))),
    )
    expect(workers.size).toBe(4)
  }, 180_000)

  test('views of the last seconds are there after a process has stopped (READ-3)', async () => {
    const variables = { REDIS_URL: redis.url, METRICS_TOKEN: TOKEN }
    const path = '/2026/04/arytmetyka-obsuniecia-kapitalu'
    const first = await startProcess(variables)
    await first.ready()
    const { status } = await first.ask(path, { headers: READER })
    first.child.kill('SIGTERM')
    expect(await first.exit()).toBe(0)
    const second = await startProcess(variables)
    portals.push(second)
    await second.ready()
    const { text } = await second.ask('/ops/most-read?window=1h', { headers: { authorization: `Bearer ${TOKEN}` } })
    const { akademia = [] } = figures.parse(JSON.parse(text)).services
    expect([status, akademia.find((article) => article.path === path)?.views['1h']]).toEqual([200, 1])
  }, 180_000)
})
