/** The stage of `bench:deploy`: instances before a hub, on one Redis, and the next release of each. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { debianProgram } from '../test/support/debian-program.ts'
import { largeArchive } from '../test/support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../test/support/hub-server.ts'
import { type PortalProcess, startProcess } from '../test/support/process.ts'
import { type RedisServer, startRedis } from '../test/support/redis-server.ts'
import { ROOT } from '../test/support/root.ts'

export interface DeployStage {
  hub: HubServer
  /** Starts an instance that is ready. */
  start(variables?: Record<string, string>): Promise<PortalProcess>
  /** Counts a view of each page for the most read, the first one most. */
  countViews(pages: number): Promise<void>
  /** File of persisted pages. */
  pagesFile: string
  close(): Promise<void>
}

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
/** Of 29 kB, with most kinds of blocks. */
const SAMPLE = join(FIXTURES, 'wp-json/bb/v2/post/2026/03/jak-dziala-podpis-cyfrowy.json')
const SERVICE = 'akademia'
/** Milliseconds. */
const READY_MS = 300_000
const PAUSE_MS = 50
const HOUR = 3_600_000

export const articlePath = (number: number): string => `/2026/01/artykul-${number}`

/** @throws where Debian's Redis is missing */
export async function startStage(pages: number): Promise<DeployStage> {
  const program = debianProgram('redis-server', 'redis-server')
  if (program === undefined) throw new Error('apt-get install redis-server first')
  const { blocks } = JSON.parse(readFileSync(SAMPLE, 'utf8')) as { blocks: object[] }
  const articleOf = () => ({ blocks })
  const archive = largeArchive({ count: pages, perPage: 20, newest: Date.now(), hoursBetween: 1, articleOf })
  const hub = await startHub(FIXTURES, archive)
  const redis: RedisServer = await startRedis(program)
  const folder = await mkdtemp(join(tmpdir(), 'bench-deploy-'))
  const settings = { CONTENT: 'hub', CMS_URL: hub.url, SERVICE, LOG_LEVEL: 'error', REDIS_URL: redis.url }
  const running = new Set<PortalProcess>()
  return {
    hub,
    async start(variables = {}) {
      const portal = await startProcess({ ...settings, ...variables })
      running.add(portal)
      await portal.listening()
      // It may warm up for longer than tests wait for an instance.
      for (const until = performance.now() + READY_MS; (await portal.status('/readyz')) !== 200; await sleep(PAUSE_MS))
        if (performance.now() > until) throw new Error(`not ready: ${portal.output}`)
      return portal
    },
    async countViews(count) {
      const set = `{most-read}:${SERVICE}:24h:${Math.floor(Date.now() / HOUR)}`
      const members = Array.from({ length: count }, (_, number) => [String(count - number), articlePath(number)])
      await redis.send('ZADD', set, ...members.flat())
    },
    pagesFile: join(folder, 'pages.bin'),
    async close() {
      for (const portal of running) await portal.stop()
      await redis.close()
      await hub.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
