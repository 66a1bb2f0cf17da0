import { type Clock, elapsed } from '../clock.ts'
import { inTime } from './deadline.ts'
import { createShelf } from './shelf.ts'

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
  const loading = new Map<string, Promise<unknown>>()
  const failures = createShelf<{ error: unknown }>(MAX_FAILURES, now)
  let generation = 0

  const load = <T>({ key, load: run, timesOf }: CacheRequest<T>): Promise<T> => {
    const running = loading.get(key) as Promise<T> | undefined
    if (running) return running
    const failure = failures.get(key)
    if (failure) return Promise.reject(failure.value.error)
    const startedAt = now()
    const begun = generation
    const promise = run()
      .then((value) => {
        // What was asked for before everything expired may be old.
        if (begun === generation) remember(key, value, timesOf(value))
        return value
      })
      .catch((error: unknown) => {
        if (now() - startedAt >= SLOW_FAILURE) failures.set(key, { error }, SLOW_FAILURE_KEPT)
        throw error
      })
      .finally(() => {
        if (loading.get(key) === promise) loading.delete(key)
      })
    loading.set(key, promise)
    return promise
  }

  const remember = (key: string, value: unknown, times: CacheTimes): void => {
    // It may have been on the other one.
    for (const shelf of Object.values(shelves)) shelf.delete(key)
    shelves[times.shelf].set(key, { value, times, generation }, times.fresh + times.staleIfError)
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
