import { MOST_READ_WINDOWS, type MostReadWindow, type RankedArticle } from '../../content/most-read.ts'
import type { ServiceName } from '../../services/service.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { inTime } from '../../system/deadline.ts'
import { createScoreSets, type ScoreSets } from '../../system/store/memory.ts'
import type { SharedStore } from '../../system/store/shared-store.ts'
import { type Addition, LostReply, type ScoredMember } from '../../system/store/store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Milliseconds. */
const WINDOWS: Readonly<Record<MostReadWindow, { length: number; bucket: number }>> = {
  '1h': { length: HOUR, bucket: 5 * MINUTE },
  '24h': { length: DAY, bucket: HOUR },
  '7d': { length: 7 * DAY, bucket: 6 * HOUR },
}

interface Bucket {
  set: string
  weight: number
}

/** The braces keep all sets on one node of a Redis Cluster. */
export function currentSet(service: string, window: MostReadWindow, at: number, name?: string): string {
  return setName(service, window, Math.floor(at / WINDOWS[window].bucket), name)
}

/** Milliseconds. */
function lifetimeOf(window: MostReadWindow): number {
  const { length, bucket } = WINDOWS[window]
  return length + 2 * bucket
}

/** A view counts 1 − age ÷ length of the window, with the age of its bucket's middle. */
export function bucketsOf(service: string, window: MostReadWindow, at: number, name?: string): Bucket[] {
  const { length, bucket } = WINDOWS[window]
  const current = Math.floor(at / bucket)
  const count = Math.ceil(length / bucket) + 1
  return Array.from({ length: count }, (_, back) => {
    const middle = (current - back + 0.5) * bucket
    const age = Math.max(0, at - middle)
    return { set: setName(service, window, current - back, name), weight: 1 - age / length }
  }).filter(({ weight }) => weight > 0)
}

function setName(service: string, window: MostReadWindow, bucket: number, name = 'most-read'): string {
  return `{${name}}:${service}:${window}:${bucket}`
}

export interface MostRead {
  ranking(service: ServiceName, window: MostReadWindow): Promise<readonly RankedArticle[]>
  /**
   * @param count up to a thousand
   * @throws {StoreError}
   */
  hottest(service: ServiceName, count: number): Promise<readonly RankedArticle[]>
  share(): Promise<void>
  close(): Promise<void>
}

export interface MostReadSettings {
  name?: string
  take: () => Array<{ service: string; path: string; views: number }>
  store?: Pick<SharedStore, 'highest'> & {
    background: Pick<SharedStore['background'], 'addScores' | 'batchInterval' | 'highest'>
  }
  own?: ScoreSets
  now?: Clock
  /** Numbers the buckets: all instances must agree on it. */
  wallClock?: () => number
}

const OWN_INTERVAL_MS = 5000
const DEPTH = 200
const MAX_RANKED = 200
/** An hour of the night shows little. */
const HOTTEST_WINDOW = '24h'
const MAX_BATCH = 1000
/** A ranking stands in while a new one is read. */
const FRESH_MS = 5000
const STALE_MS = 15_000
const CLOSE_MS = 1000

interface KnownRanking {
  at: number
  value: Promise<readonly RankedArticle[]>
}

/** During an outage of the store it ranks this process' views (docs/decisions/067). */
export function createMostRead({
  take,
  name,
  store,
  now = elapsed,
  wallClock = Date.now,
  own = createScoreSets(now),
}: MostReadSettings): MostRead {
  const pending = createScoreSets(now)
  const rankings = new Map<string, KnownRanking>()
  let sharing: Promise<void> | undefined

  const collect = (): void => {
    const at = wallClock()
    const additions = take().flatMap(({ service, path, views }) =>
      MOST_READ_WINDOWS.map((window): Addition => {
        return { set: currentSet(service, window, at, name), member: path, by: views, lifetime: lifetimeOf(window) }
      }),
    )
    own.add(additions)
    if (store) pending.add(additions)
  }
  const shareAll = async (): Promise<void> => {
    collect()
    if (!store) return
    for (let batch = pending.take(MAX_BATCH); batch.length > 0; batch = pending.take(MAX_BATCH)) {
      try {
        await store.background.addScores(batch)
      } catch (error) {
        // Losing a few seconds' views is better than doubling them.
        if (!(error instanceof LostReply)) pending.add(batch)
        return
      }
    }
  }
  const share = (): Promise<void> => {
    sharing ??= shareAll().finally(() => {
      sharing = undefined
    })
    return sharing
  }
  const read = async (service: ServiceName, window: MostReadWindow): Promise<readonly RankedArticle[]> => {
    collect()
    const buckets = bucketsOf(service, window, wallClock(), name)
    const sets = buckets.map(({ set }) => set)
    return ranked(buckets, (await store?.highest(sets, DEPTH)) ?? own.highest(sets, DEPTH))
  }
  const timer = setInterval(share, store?.background.batchInterval ?? OWN_INTERVAL_MS).unref()

  return {
    ranking(service, window) {
      const key = `${service} ${window}`
      const known = rankings.get(key)
      const at = now()
      if (known && at - known.at < FRESH_MS) return known.value
      const value = read(service, window)
      const isUsable = store !== undefined && known !== undefined && at - known.at < STALE_MS
      rankings.set(key, { at, value: isUsable ? known.value : value })
      if (!isUsable) return value
      void value.then(() => rankings.set(key, { at, value }))
      return known.value
    },
    async hottest(service, count) {
      const buckets = bucketsOf(service, HOTTEST_WINDOW, wallClock(), name)
      const sets = buckets.map(({ set }) => set)
      const scored = store ? await store.background.highest(sets, count) : own.highest(sets, count)
      return ranked(buckets, scored, count)
    },
    share,
    async close() {
      clearInterval(timer)
      await inTime(share().then(share), CLOSE_MS, undefined)
    },
  }
}

function ranked(
  buckets: readonly Bucket[],
  scored: ReadonlyArray<readonly ScoredMember[]>,
  count = MAX_RANKED,
): RankedArticle[] {
  const articles = new Map<string, RankedArticle>()
  for (const [index, { weight }] of buckets.entries()) {
    for (const [path, views] of scored[index] ?? []) {
      const article = articles.get(path) ?? { path, score: 0, views: 0 }
      article.score += views * weight
      article.views += views
      articles.set(path, article)
    }
  }
  const order = (a: RankedArticle, b: RankedArticle) =>
    b.score - a.score || b.views - a.views || (a.path < b.path ? -1 : 1)
  return [...articles.values()].sort(order).slice(0, count)
}
