import type { RequestListener } from 'node:http'
import type { CacheCounts } from '../observability/metrics.ts'
import { type CapturedResponse, dispatch } from './dispatch.ts'
import { type FairQueue, TooBusy } from './fair-queue.ts'
import type { PageCache } from './page-cache.ts'
import { kindOf } from './request-kinds.ts'
import type { PageAddress, StoredPage } from './stored-page.ts'

/** Headers that belong to one connection or one response, not to a stored page. */
const UNSTORED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'etag',
])

export type Outcome = { page: StoredPage } | { response: CapturedResponse }

/** What is asked for, as everybody who asks for it does. */
export interface Asked extends PageAddress {
  host: string
  /** Who waits for its turn. */
  client: string
  /** Of the one who asked first. */
  headers: Readonly<Record<string, string>>
}

interface RenderingSettings {
  app: RequestListener
  cache: PageCache
  counts: Pick<CacheCounts, 'coalesced'>
  turns: FairQueue
  isFresh: (page: StoredPage | undefined) => page is StoredPage
}

interface Rendering {
  /** Purges that were before it: one that began before a purge may show what was purged. */
  since: number
  client: string
  outcome: Promise<Outcome>
}

/** @throws {TooBusy} */
export type Render = (asked: Asked, isRevalidation: boolean) => Promise<Outcome>

/** Renders pages into the cache, each in its turn: one rendering of an address at a time, for all who ask for it. */
export function createRenderings({ app, cache, counts, turns, isFresh }: RenderingSettings): Render {
  /** By address. They wait for their turn, or have it. */
  const asked = new Map<string, Rendering>()
  /** They have it. */
  const atWork = new Map<string, Rendering>()

  const produce = async ({ service, url, host, headers }: Asked, isRevalidation: boolean): Promise<Outcome> => {
    const since = cache.purges
    const response = await dispatch(app, { url, host, isRevalidation, headers })
    const { policy } = response
    if (!policy || response.headers['set-cookie']) return { response }
    const stored = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !UNSTORED.has(name)))
    return { page: cache.set({ service, url }, { ...response, headers: stored }, policy, since) }
  }

  const inTurn = async ({ url, client }: Asked, work: () => Promise<Outcome>): Promise<Outcome> => {
    const release = await turns.take(kindOf(url) ?? 'page', client)
    try {
      return await work()
    } finally {
      release()
    }
  }

  const entered = (renderings: Map<string, Rendering>, wanted: Asked, begun: Promise<Outcome>): Promise<Outcome> => {
    const key = keyOf(wanted)
    const outcome = begun.finally(() => {
      if (renderings.get(key)?.outcome === outcome) renderings.delete(key)
    })
    renderings.set(key, { since: cache.purges, client: wanted.client, outcome })
    return outcome
  }

  /** While it waited for its turn, another one may have begun, or be there. */
  const begin = async (wanted: Asked, isRevalidation: boolean): Promise<Outcome> => {
    const page = cache.get(wanted.service, wanted.url)
    if (isFresh(page)) return { page }
    const running = atWork.get(keyOf(wanted))
    if (running?.since === cache.purges) return running.outcome
    return entered(atWork, wanted, produce(wanted, isRevalidation))
  }

  return (wanted, isRevalidation) => {
    const own = (): Promise<Outcome> => inTurn(wanted, () => begin(wanted, isRevalidation))
    const running = asked.get(keyOf(wanted))
    if (running?.since !== cache.purges) return entered(asked, wanted, own())
    counts.coalesced += 1
    if (running.client === wanted.client) return running.outcome
    // Another client's queue was too long: that is no reason to refuse this one.
    return running.outcome.catch((error: unknown) => {
      if (error instanceof TooBusy) return own()
      throw error
    })
  }
}

function keyOf({ service, url }: PageAddress): string {
  return `${service} ${url}`
}
