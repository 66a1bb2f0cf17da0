import { LRUCache } from 'lru-cache'
import NodeCache from 'node-cache'
import { type Clock, elapsed } from '../clock.ts'
import { inTime } from './deadline.ts'

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
const MAX_ENTRIES: Record<CacheTimes['shelf'], number> = { content: 2000, 'made-up': 500 }

/** A load that took this long to fail is not repeated for a while: its askers do not wait one after the other. */
const SLOW_FAILURE = SECOND
const SLOW_FAILURE_KEPT = 5 * SECOND
const MAX_FAILURES = 500

interface Entry {
  value: unknown
  times: CacheTimes
  loadedAt: number
  /** How often everything had expired by then. */
  generation: number
}

export interface CacheRequest<T> {
  key: string
  load: () => Promise<T>
  /** Times for this value, decided once it is known. */
  timesOf: (value: T) => CacheTimes
  /** True: a stale value is not good enough while the source answers (background refresh of a page). */
  revalidate?: boolean
}

/**
 * A cache that keeps the portal whole: one load per key at a time, stale values while a refresh runs, stale values when
 * the source fails, and the same failure for a while when it took long to come.
 */
export interface ContentCache {
  get<T>(request: CacheRequest<T>): Promise<T>
  /** From now on nothing loaded before is given, but where the source fails. */
  expire(): void
}

/**
 * @param onError told of a failed load that a stale value covered up
 */
export function createContentCache(onError: (key: string, error: unknown) => void, now: Clock = elapsed): ContentCache {
  // It would end entries by the clock on the wall: their number bounds the memory, their ages are reckoned here.
  const newShelf = () => new NodeCache({ useClones: false, stdTTL: 0, checkperiod: 0 })
  const shelves = { content: newShelf(), 'made-up': newShelf() }
  const loading = new Map<string, Promise<unknown>>()
  const failures = new LRUCache<string, { error: unknown; until: number }>({ max: MAX_FAILURES })
  let generation = 0

  const load = <T>({ key, load: run, timesOf }: CacheRequest<T>): Promise<T> => {
    const running = loading.get(key) as Promise<T> | undefined
    if (running) return running
    const startedAt = now()
    const failure = failures.get(key)
    if (failure && startedAt < failure.until) return Promise.reject(failure.error)
    const begun = generation
    const promise = run()
      .then((value) => {
        // What was asked for before everything expired may be old.
        if (begun === generation) remember(key, value, timesOf(value))
        return value
      })
      .catch((error: unknown) => {
        const at = now()
        if (at - startedAt >= SLOW_FAILURE) failures.set(key, { error, until: at + SLOW_FAILURE_KEPT })
        throw error
      })
      .finally(() => {
        if (loading.get(key) === promise) loading.delete(key)
      })
    loading.set(key, promise)
    return promise
  }

  const remember = (key: string, value: unknown, times: CacheTimes): void => {
    const { shelf } = times
    // Written anew at the end of the order, so that the first key is the one refreshed longest ago.
    for (const other of Object.values(shelves)) other.del(key)
    const store = shelves[shelf]
    if (store.getStats().keys >= MAX_ENTRIES[shelf]) store.del(store.keys()[0] ?? key)
    store.set<Entry>(key, { value, times, loadedAt: now(), generation })
  }

  return {
    expire() {
      generation += 1
      loading.clear()
      failures.clear()
    },
    async get(request) {
      type Value = Awaited<ReturnType<typeof request.load>>
      const entry = shelves.content.get<Entry>(request.key) ?? shelves['made-up'].get<Entry>(request.key)
      if (!entry) return load(request)
      const { fresh, whileRevalidating, staleIfError } = entry.times
      const staleFor = now() - entry.loadedAt - fresh
      if (staleFor >= staleIfError) return load(request)
      const isExpired = entry.generation !== generation
      const value = entry.value as Value
      if (staleFor < 0 && !isExpired) return value
      const refreshed = load(request).catch((error: unknown) => {
        onError(request.key, error)
        return value
      })
      if (request.revalidate || isExpired) return refreshed
      return staleFor < whileRevalidating ? value : inTime(refreshed, REFRESH_PATIENCE, value)
    },
  }
}
