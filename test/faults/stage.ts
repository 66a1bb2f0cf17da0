import { join } from 'node:path'
import { canariesIn } from '../support/canaries.ts'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, type Preloads, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** The built portal as a separate process, in front of a CMS that fails on demand. */
export interface Stage {
  hub: HubServer
  portal: PortalProcess
}

interface StageSettings extends Preloads {
  /** In addition to CONTENT, CMS_URL and LOG_LEVEL. */
  variables?: Record<string, string>
  /** Called before the portal starts; by default the CMS works. */
  prepare?(hub: HubServer): Promise<void> | void
  /** Publication time of the newest article, in milliseconds. */
  newest?: number
  /** False: does not wait until the portal is ready. */
  isReady?: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** The longest wait of a reader for a page that is unavailable (RES-17). Milliseconds. */
export const FAILURE_DEADLINE = 5 * SECOND
/** Older than `max-age`, younger than `stale-while-revalidate` of every page (src/edge/page-cache/policy.ts). */
export const STALE = 2 * MINUTE
/** Older than that, too: readers still get the page for a day while the content is unavailable. */
export const OLD = 20 * MINUTE
/** The longest time that a breaker stays open before it lets a call through (RES-6). */
export const BREAKER_PAUSE = 30 * SECOND

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const ARTICLES = 5000

export const ARTICLE_CALLS = '/wp-json/bb/v2/post'
export const NEWEST_CALL = '/wp-json/hub/v2/taxonomy/category/najnowsze/0'
/** Path of one of the many articles of the CMS. */
export const articlePath = (number: number): string => `/2026/01/artykul-${number}`
/** Articles that readers have read before the CMS fails. */
export const WARM = Array.from({ length: 20 }, (_, index) => articlePath(index))
/** Appears only in the article of that number. */
export const articleText = (number: number): string => `Treść ${number} wraz `

/** A fixed day in the past, so that tests do not depend on the current date. */
const NEWEST = Date.UTC(2026, 0, 31)

/** Runs a test with a stage of its own, and always closes both servers afterwards. */
export async function withStage(
  { variables = {}, prepare, newest = NEWEST, isReady = true, ...preloads }: StageSettings,
  run: (stage: Stage) => Promise<void>,
): Promise<void> {
  const hub = await startHub(FIXTURES, largeArchive({ count: ARTICLES, perPage: 20, newest, hoursBetween: 1 }))
  try {
    await prepare?.(hub)
    const portal = await startProcess({ CONTENT: 'hub', CMS_URL: hub.url, LOG_LEVEL: 'warn', ...variables }, preloads)
    try {
      await (isReady ? portal.ready() : portal.listening())
      await run({ hub, portal })
      expect(canariesIn(portal)).toEqual([])
    } finally {
      await portal.stop()
    }
  } finally {
    await hub.close()
  }
}

/** GETs each path once; all of them must succeed. */
export async function warm(portal: PortalProcess, paths: readonly string[]): Promise<void> {
  for (const path of paths) expect([path, await portal.status(path)]).toEqual([path, 200])
}

/** Article calls that the CMS has received so far. */
export const articleCalls = (hub: HubServer): number =>
  hub.calls.filter(({ path }) => path.startsWith(ARTICLE_CALLS)).length

/** An unavailable page: 503 with `Retry-After`, uncached. */
export const UNAVAILABLE = {
  status: 503,
  headers: expect.objectContaining({
    'retry-after': expect.stringMatching(/^[1-9]\d*$/),
    'cache-control': 'no-store',
    'content-type': expect.stringMatching(/^text\/html/),
  }),
}

/** Requests until the response is 200, for a little longer than a breaker stays open. */
export async function recovered(portal: PortalProcess, path: string): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const elapsed = performance.now() - startedAt
    if ((await portal.status(path)) === 200) return elapsed
    if (elapsed > BREAKER_PAUSE + 5 * SECOND) throw new Error(`${path} is not back after ${Math.round(elapsed)} ms`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
