import { join } from 'node:path'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, type Preloads, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** The built portal as a process of its own, in front of a CMS that fails on demand. */
export interface Stage {
  hub: HubServer
  portal: PortalProcess
}

interface StageSettings extends Preloads {
  /** Beside CONTENT, CMS_URL and LOG_LEVEL. */
  variables?: Record<string, string>
  /** Before the portal starts; by default the CMS is whole. */
  prepare?(hub: HubServer): Promise<void> | void
  /** When the newest article was published, in milliseconds. */
  newest?: number
  /** False: the portal is not waited for. */
  isReady?: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** The longest that a reader waits for a page that cannot be had (RES-17). Milliseconds. */
export const FAILURE_DEADLINE = 5 * SECOND
/** Older than `max-age`, younger than `stale-while-revalidate` of every page (src/page-cache/policy.ts). */
export const STALE = 2 * MINUTE
/** Older than that, too: readers are still served for a day while the content cannot be had. */
export const OLD = 20 * MINUTE
/** The longest that a breaker stays open before it lets a call through (RES-6). */
export const BREAKER_PAUSE = 30 * SECOND

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const ARTICLES = 5000

export const ARTICLE_CALLS = '/wp-json/bb/v2/post'
export const NEWEST_CALL = '/wp-json/hub/v2/taxonomy/category/najnowsze/0'
/** The CMS has that many articles, one address each. */
export const articlePath = (number: number): string => `/2026/01/artykul-${number}`
/** Stands in the article of that number and in no other. */
export const articleText = (number: number): string => `Treść ${number} z `

/** A day in the past: what a test shows does not change with the day it runs on. */
const NEWEST = Date.UTC(2026, 0, 31)

/** Runs a test with a stage of its own, and ends both servers whatever comes of it. */
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
    } finally {
      await portal.stop()
    }
  } finally {
    await hub.close()
  }
}

/** GETs each path once; all of them must be there. */
export async function warm(portal: PortalProcess, paths: readonly string[]): Promise<void> {
  for (const path of paths) expect([path, await portal.status(path)]).toEqual([path, 200])
}

/** Calls of articles that the CMS got so far. */
export const articleCalls = (hub: HubServer): number =>
  hub.calls.filter(({ path }) => path.startsWith(ARTICLE_CALLS)).length

/** What a page is that cannot be had: 503, with a time to come back, kept by nobody. */
export const UNAVAILABLE = {
  status: 503,
  headers: expect.objectContaining({
    'retry-after': expect.stringMatching(/^[1-9]\d*$/),
    'cache-control': 'no-store',
    'content-type': expect.stringMatching(/^text\/html/),
  }),
}

/** Asks until the response is 200, for as long as a breaker may stay open and a little more. */
export async function recovered(portal: PortalProcess, path: string): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const elapsed = performance.now() - startedAt
    if ((await portal.status(path)) === 200) return elapsed
    if (elapsed > BREAKER_PAUSE + 5 * SECOND) throw new Error(`${path} is not back after ${Math.round(elapsed)} ms`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
