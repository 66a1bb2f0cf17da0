import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFigures, milliseconds, percentile } from '../support/figures.ts'
import type { HubServer } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { read } from '../support/readers.ts'
import { until } from '../support/until.ts'
import {
  articlePath,
  articleText,
  BREAKER_PAUSE,
  FAILURE_DEADLINE,
  HOUR,
  recovered,
  UNAVAILABLE,
  WARM,
  warm,
  withStage,
} from './stage.ts'

const figures = createFigures()
afterAll(() => figures.print())

const WARM_READERS = 500
const TEST_TIME = 120_000
/** An article that nobody has requested. */
const COLD = articlePath(1000)

// Both mostly wait for the breaker: they run at the same time.
test.concurrent(
  'a portal that starts while everything is down logs it, answers every page with 503, and serves once the CMS is back',
  () =>
    withStage({ prepare: (hub) => hub.refuse(), isReady: false }, async ({ hub, portal }) => {
      expect(await portal.status('/healthz')).toBe(200)
      expect(await portal.status('/readyz')).toBe(503)
      for (const path of ['/', articlePath(0), '/kategoria/edukacja', '/api/feed/feed-gn']) {
        const { status, headers, ms } = await portal.ask(path)
        expect([path, status, headers['retry-after']]).toEqual([path, 503, expect.any(String)])
        expect(ms).toBeLessThan(FAILURE_DEADLINE)
      }
      expect(await portal.status('/offline')).toBe(200)
      await hub.accept()
      const ready = await recovered(portal, '/readyz')
      figures.add(
        'cold boot with the CMS down',
        `ready ${milliseconds(ready)} after it was back`,
        'one probe in 30 s, and its answer',
      )
      await warm(portal, ['/', articlePath(0)])
    }),
  TEST_TIME,
)

test.concurrent(
  'a portal restarted while everything is down serves its persisted pages for a day, and new ones once the CMS is back',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'restart-'))
    const variables = { PAGE_CACHE_FILE: join(folder, 'pages.bin') }
    const restarted = async (hub: HubServer, run: (portal: PortalProcess) => Promise<void>): Promise<void> => {
      const settings = { CONTENT: 'hub', CMS_URL: hub.url, LOG_LEVEL: 'warn', ...variables }
      const portal = await startProcess(settings, { clock: true })
      try {
        await portal.listening()
        await run(portal)
      } finally {
        await portal.stop()
      }
    }
    await withStage({ variables }, async ({ hub, portal }) => {
      await warm(portal, ['/', ...WARM])
      portal.child.kill('SIGTERM')
      expect(await portal.exit()).toBe(0)
      await hub.refuse()
      await restarted(hub, async (next) => {
        // An instance with pages is ready for requests.
        await next.ready()
        const { statuses, times } = await read({
          port: next.port,
          readers: 10,
          pathOf: (index) => (index < WARM_READERS ? WARM[index % WARM.length] : undefined),
        })
        figures.add(
          `restart with the CMS down, ${WARM_READERS} requests`,
          `${statuses[200]} x 200, p99 ${milliseconds(percentile(times, 0.99))}`,
          'all 200',
        )
        expect(statuses).toEqual({ 200: WARM_READERS })
        expect((await next.ask(articlePath(3))).text).toContain(articleText(3))
        expect(await next.ask(COLD)).toMatchObject(UNAVAILABLE)
        await next.moveClock({ pass: 23 * HOUR })
        await warm(next, WARM)
        await next.moveClock({ pass: 2 * HOUR })
        expect(await next.ask(articlePath(3))).toMatchObject(UNAVAILABLE)
      })
      await restarted(hub, async (next) => {
        await warm(next, WARM)
        await hub.accept()
        await until(
          async () => (await next.ask(articlePath(3))).headers['x-cache'],
          (kind) => kind === 'hit',
          2 * BREAKER_PAUSE,
        )
      })
    })
    await rm(folder, { recursive: true })
  },
  TEST_TIME,
)
