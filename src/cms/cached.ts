import { type Clock, elapsed } from '../clock.ts'
import { inTime } from './deadline.ts'
import { isRefusal } from './errors.ts'
import { servesAs } from './importance.ts'
import { createShelf } from './shelf.ts'
import type { Rank } from './source.ts'

/** Milliseconds. */
export interface CacheTimes {
  fresh: number
  /** Then a stale one is given at once while one refresh runs. */
  whileRevalidating: number
  /** And for so long it stands in for a source that fails. */
  staleIfError: number
  /** `made-up` for answers to what any reader can make up without end; they push out each other only. */
  shelf: 'content' | 'made-up'
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Found content is fresh for 30 s; when the source fails it is served for up to 24 h (architecture, "Edge"). In between,
 * what is older than a page may be while it is made anew is nothing to make a new page of.
 */
export const CONTENT_TIMES: CacheTimes = {
  fresh: 30 * SECOND,
  whileRevalidating: 10 * MINUTE,
  staleIfError: 24 * HOUR,
  shelf: 'content',
}
/** Results of a search live as long. */
export const SEARCH_TIMES: CacheTimes = { ...CONTENT_TIMES, shelf: 'made-up' }
/** "There is no such content" is believed for 30 s and never outlives a failure. */
export const MISSING_TIMES: CacheTimes = {
  fresh: 30 * SECOND,
  whileRevalidating: 0,
  staleIfError: 0,
  shelf: 'made-up',
}

/** A slow source is waited for this long, less than what stands beside a page has; then something old is good enough. */
const REFRESH_PATIENCE = SECOND

/** Entries; about 60 kB of memory each when they are long articles. */
export interface ContentLimits {
  most: number
  /** Of what readers can make up, which pushes out no content. */
  madeUp: number
}
const MOST: ContentLimits = { most: 2000, madeUp: 500 }

/** A load that took this long to fail is not repeated for a while: its askers do not wait one after the other. */
const SLOW_FAILURE = SECOND
const SLOW_FAILURE_KEPT = 5 * SECOND
const MAX_FAILURES = 500

/** It ends when it may not even stand in for a failing source any more; how old it is follows from that. */
interface Entry {
  value: unknown
  times: CacheTimes
  /** How often everything had expired when it was loaded. */
  generation: number
  /** The number of the load that it came of. */
  load: number
}

interface Load {
  promise: Promise<unknown>
  rank: Rank
}

export interface CacheRequest<T> {
  key: string
  load: () => Promise<T>
  /** Times for this value, decided once it is known. */
  timesOf: (value: T) => CacheTimes
  /** True: a stale value is not good enough while the source answers (background refresh of a page). */
  revalidate?: boolean
  /** As what `load` asks its source; absent: every asker of the key asks alike. */
  rank?: Rank
}

/**
 * A cache that keeps the portal whole: one load per key at a time, and one more for an asker of a higher rank; stale
 * values while a refresh runs, stale values when the source fails, and the same failure for a while when it took long to
 * come.
 */
export interface ContentCache {
  get<T>(request: CacheRequest<T>): Promise<T>
  /** What is there without a call, if it may still be given at all. */
  peek<T>(key: string): { value: T; isFresh: boolean } | undefined
  /** From now on nothing loaded before is given, but where the source fails. */
  expire(): void
}

/**
 * @param onError told of a failed load that a stale value covered up
 */
export function createContentCache(
  onError: (key: string, error: unknown) => void,
  now: Clock = elapsed,
  { most, madeUp }: ContentLimits = MOST,
): ContentCache {
  const shelves = { content: createShelf<Entry>(most, now), 'made-up': createShelf<Entry>(madeUp, now) }
  const loading = new Map<string, Load>()
  const failures = createShelf<{ error: unknown; rank: Rank }>(MAX_FAILURES, now)
  let generation = 0
  let loads = 0

  const load = <T>(request: CacheRequest<T>): Promise<T> => {
    const { key, rank = 'primary' } = request
    const running = loading.get(key)
    const promise = running?.promise as Promise<T> | undefined
    if (running && promise && servesAs(running.rank, rank)) return promise
    const failure = failures.get(key)?.value
    if (failure && servesAs(failure.rank, rank)) return Promise.reject(failure.error)
    const own = begin(request, rank)
    // The other one may come first; its failure says nothing of this one.
    return promise ? Promise.any([promise, own]).catch(() => own) : own
  }

  const begin = <T>({ key, load: run, timesOf }: CacheRequest<T>, rank: Rank): Promise<T> => {
    const startedAt = now()
    const begun = generation
    loads += 1
    const number = loads
    const promise = run()
      .then((value) => {
        // What was asked for before everything expired may be old, and so may what another load was begun after.
        const isNewest = number > (entryOf(key)?.value.load ?? 0)
        if (begun === generation && isNewest) remember(key, { value, times: timesOf(value), generation, load: number })
        return value
      })
      .catch((error: unknown) => {
        // One that was not made says nothing of the next one (RES-15).
        if (now() - startedAt >= SLOW_FAILURE && !isRefusal(error)) {
          failures.set(key, { error, rank }, SLOW_FAILURE_KEPT)
        }
        throw error
      })
      .finally(() => {
        if (loading.get(key)?.promise === promise) loading.delete(key)
      })
    loading.set(key, { promise, rank })
    return promise
  }

  const remember = (key: string, entry: Entry): void => {
    const { times } = entry
    // It may have been on the other one.
    for (const shelf of Object.values(shelves)) shelf.delete(key)
    shelves[times.shelf].set(key, entry, times.fresh + times.staleIfError)
  }

  const entryOf = (key: string) => shelves.content.get(key) ?? shelves['made-up'].get(key)

  return {
    expire() {
      generation += 1
      loading.clear()
      failures.clear()
    },
    peek<T>(key: string) {
      const found = entryOf(key)
      if (!found) return undefined
      const { value, times, generation: loadedIn } = found.value
      return { value: value as T, isFresh: found.left > times.staleIfError && loadedIn === generation }
    },
    async get(request) {
      type Value = Awaited<ReturnType<typeof request.load>>
      const found = entryOf(request.key)
      if (!found) return load(request)
      const { times, generation: loadedIn } = found.value
      const value = found.value.value as Value
      const staleFor = times.staleIfError - found.left
      const isExpired = loadedIn !== generation
      if (staleFor < 0 && !isExpired) return value
      const refreshed = load(request).catch((error: unknown) => {
        onError(request.key, error)
        return value
      })
      if (request.revalidate || isExpired) return refreshed
      return staleFor < times.whileRevalidating ? value : inTime(refreshed, REFRESH_PATIENCE, value)
    },
  }
}
