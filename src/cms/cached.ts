import { LRUCache } from 'lru-cache'
import NodeCache from 'node-cache'

/** How long a value counts as fresh, and how long a stale one may still stand in for a failing source. Milliseconds. */
export interface CacheTimes {
  fresh: number
  staleIfError: number
  /** `made-up` for answers to what any reader can make up without end; they push out each other only. */
  shelf: 'content' | 'made-up'
}

const SECOND = 1000
const HOUR = 3600 * SECOND

/** Found content is fresh for 30 s; when the source fails it is served for up to 24 h (architecture, "Edge"). */
export const CONTENT_TIMES: CacheTimes = { fresh: 30 * SECOND, staleIfError: 24 * HOUR, shelf: 'content' }
/** Results of a search live as long. */
export const SEARCH_TIMES: CacheTimes = { ...CONTENT_TIMES, shelf: 'made-up' }
/** "There is no such content" is believed for 30 s and never outlives a failure. */
export const MISSING_TIMES: CacheTimes = { fresh: 30 * SECOND, staleIfError: 0, shelf: 'made-up' }

/** Entries; about 60 kB of memory each when they are long articles. */
const MAX_ENTRIES: Record<CacheTimes['shelf'], number> = { content: 2000, 'made-up': 500 }

/** A load that took this long to fail is not repeated for a while: its askers do not wait one after the other. */
const SLOW_FAILURE = SECOND
const SLOW_FAILURE_KEPT = 5 * SECOND
const MAX_FAILURES = 500

interface Entry {
  value: unknown
  loadedAt: number
  freshUntil: number
  staleUntil: number
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
export function createContentCache(
  onError: (key: string, error: unknown) => void,
  now: () => number = Date.now,
): ContentCache {
  const newShelf = () => new NodeCache({ useClones: false, checkperiod: 600, deleteOnExpire: true })
  const shelves = { content: newShelf(), 'made-up': newShelf() }
  const loading = new Map<string, Promise<unknown>>()
  const failures = new LRUCache<string, { error: unknown; until: number }>({ max: MAX_FAILURES })
  let expiredAt = Number.NEGATIVE_INFINITY
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

  const remember = (key: string, value: unknown, { fresh, staleIfError, shelf }: CacheTimes): void => {
    // Written anew at the end of the order, so that the first key is the one refreshed longest ago.
    for (const other of Object.values(shelves)) other.del(key)
    const store = shelves[shelf]
    if (store.getStats().keys >= MAX_ENTRIES[shelf]) store.del(store.keys()[0] ?? key)
    const at = now()
    store.set(
      key,
      { value, loadedAt: at, freshUntil: at + fresh, staleUntil: at + fresh + staleIfError },
      (fresh + staleIfError) / SECOND,
    )
  }

  return {
    expire() {
      generation += 1
      loading.clear()
      failures.clear()
      expiredAt = now()
    },
    async get(request) {
      type Value = Awaited<ReturnType<typeof request.load>>
      const entry = shelves.content.get<Entry>(request.key) ?? shelves['made-up'].get<Entry>(request.key)
      const at = now()
      if (!entry || at >= entry.staleUntil) return load(request)
      const isExpired = entry.loadedAt <= expiredAt
      if (at < entry.freshUntil && !isExpired) return entry.value as Value
      const refreshed = load(request).catch((error: unknown) => {
        onError(request.key, error)
        return entry.value as Value
      })
      return request.revalidate || isExpired ? refreshed : (entry.value as Value)
    },
  }
}
