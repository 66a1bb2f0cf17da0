import type { CachePolicy } from '../../system/cache-headers.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { inTime } from '../../system/deadline.ts'
import { type Rank, servesAs } from '../source.ts'
import { isRefusal } from '../upstream/errors.ts'
import { createEntryStore, type EntryStore } from './store.ts'

const SECOND = 1000

/**
 * Fresh for 30 s; survives a failing source for up to 24 h (RES-7). Content older than a page's own stale period goes
 * into no new page.
 */
export const CONTENT_POLICY: CachePolicy = { maxAge: 30, staleWhileRevalidate: 600, staleIfError: 86_400 }
/** For an article whose coverage goes on (LIVE-6). */
export const LIVE_POLICY: CachePolicy = { maxAge: 10, staleWhileRevalidate: 10, staleIfError: 86_400 }
export const SEARCH_POLICY: CachePolicy = { ...CONTENT_POLICY, isUnbounded: true }
export const MISSING_POLICY: CachePolicy = {
  maxAge: 30,
  staleWhileRevalidate: 0,
  staleIfError: 0,
  isUnbounded: true,
}

/** Milliseconds, less than the deadline of secondary content. */
const REFRESH_PATIENCE = SECOND

export interface ContentLimits {
  most: number
  /** For unbounded keys, which evict no content. */
  unbounded: number
  /** Without unbounded keys. */
  bytes: number
}
const MOST: ContentLimits = { most: 2000, unbounded: 500, bytes: 64 * 1024 * 1024 }

/** Milliseconds between calls of readers of one page to a failing source (RES-4). */
const FAILURE_TTL = SECOND
/** After such a failure callers do not wait one after the other. */
const SLOW_FAILURE = SECOND
const SLOW_FAILURE_TTL = 5 * SECOND
const MAX_FAILURES = 500

/** Expires once it may not even stand in for a failing source; its age follows from the remaining time. */
interface Entry {
  value: unknown
  policy: CachePolicy
  /** Number of purges before its load. */
  generation: number
  load: number
  /** By `elapsed`. */
  readAt: number
}

/** Of a value that was invalidated alone. */
const EXPIRED = -1

interface Load {
  number: number
  promise: Promise<unknown>
  rank: Rank
}

export interface CacheRequest<T> {
  key: string
  load: () => Promise<T>
  policyOf: (value: T) => CachePolicy
  /** Refuses stale values while the source responds. */
  revalidate?: boolean
  onStandIn?(): void
  /** Absent: all callers of the key have one rank. */
  rank?: Rank
}

/** Of a value that the source sent, or called unchanged. */
export interface Confirmation {
  age: number
  /** The begin of the call, by `elapsed`. */
  readAt: number
}

/** Each key has one load at a time, and another for a higher rank; stale values serve during a refresh or a failure. */
export interface ContentCache {
  get<T>(request: CacheRequest<T>): Promise<T>
  /** Usable: `get` returns it without waiting, except for a revalidation. */
  peek<T>(key: string): ({ value: T; isFresh: boolean; isUsable: boolean } & Confirmation) | undefined
  /** Only where the fresh value is still `before`. */
  replace<T>(key: string, before: T, value: T, policy: CachePolicy): void
  /** Expired values only stand in for a failing source. @param key absent: all */
  expire(key?: string): void
}

/** @param onError called for a failed load that a stale value replaced */
export function createContentCache(
  onError: (key: string, error: unknown) => void,
  now: Clock = elapsed,
  limits: ContentLimits = MOST,
): ContentCache {
  let generation = 0
  const entries = createEntries(limits, now)
  const loads = createLoads(entries, () => generation, now)

  return {
    expire(key) {
      loads.forget(key)
      if (key === undefined) generation += 1
      else {
        const known = entries.of(key)
        if (known) known.value.generation = EXPIRED
      }
    },
    peek<T>(key: string) {
      const cachedEntry = entries.of(key)
      if (!cachedEntry) return undefined
      const { value, policy, generation: loadedIn } = cachedEntry.value
      const isFresh = cachedEntry.left > policy.staleIfError * SECOND && loadedIn === generation
      const staleFor = policy.staleIfError - cachedEntry.left / SECOND
      return {
        value: value as T,
        age: (policy.maxAge + staleFor) * SECOND,
        readAt: cachedEntry.value.readAt,
        isFresh,
        isUsable: isFresh || (loadedIn === generation && staleFor < policy.staleWhileRevalidate),
      }
    },
    replace(key, before, value, policy) {
      const known = entries.of(key)?.value
      if (known?.value === before && known.generation === generation) entries.set(key, { ...known, value, policy })
    },
    async get(request) {
      type Value = Awaited<ReturnType<typeof request.load>>
      const cachedEntry = entries.of(request.key)
      if (!cachedEntry) return loads.get(request)
      const { policy, generation: loadedIn } = cachedEntry.value
      const value = cachedEntry.value.value as Value
      const staleFor = policy.staleIfError - cachedEntry.left / SECOND
      const isExpired = loadedIn !== generation
      if (staleFor < 0 && !isExpired) return value
      const isReturnedAnyway = !request.revalidate && !isExpired && staleFor < policy.staleWhileRevalidate
      const refreshed = loads.get(request).catch((error: unknown) => {
        onError(request.key, error)
        if (!isReturnedAnyway) request.onStandIn?.()
        return value
      })
      if (request.revalidate || isExpired) return refreshed
      return isReturnedAnyway ? value : inTime(refreshed, REFRESH_PATIENCE, value)
    },
  }
}

interface Entries {
  of(key: string): { value: Entry; left: number } | undefined
  set(key: string, entry: Entry): void
}

function createEntries({ most, unbounded, bytes }: ContentLimits, now: Clock): Entries {
  const storeOf = (entries: number): EntryStore<Entry> =>
    createEntryStore({ entries, bytes: (bytes * entries) / most }, now, ({ value }) => sizeOfContent(value))
  const stores = { content: storeOf(most), unbounded: storeOf(unbounded) }
  return {
    of: (key) => stores.content.get(key) ?? stores.unbounded.get(key),
    set(key, entry) {
      const { maxAge, staleIfError, isUnbounded } = entry.policy
      for (const store of Object.values(stores)) store.delete(key)
      stores[isUnbounded ? 'unbounded' : 'content'].set(key, entry, (maxAge + staleIfError) * SECOND)
    },
  }
}

interface Loads {
  get<T>(request: CacheRequest<T>): Promise<T>
  /** @param key absent: all */
  forget(key?: string): void
}

function createLoads(entries: Entries, generation: () => number, now: Clock): Loads {
  const loading = new Map<string, Load>()
  const limits = { entries: MAX_FAILURES, bytes: Number.POSITIVE_INFINITY }
  const failures = createEntryStore<{ error: unknown; rank: Rank }>(limits, now, () => 0)
  /** Loads that a purge outdated. */
  const outdated = new Set<number>()
  let begunLoads = 0

  const load = <T>(request: CacheRequest<T>): Promise<T> => {
    const { key, rank = 'primary' } = request
    const running = loading.get(key)
    const promise = running?.promise as Promise<T> | undefined
    if (running && promise && servesAs(running.rank, rank)) return promise
    const failure = failures.get(key)?.value
    if (failure && servesAs(failure.rank, rank)) return Promise.reject(failure.error)
    const own = begin(request, rank)
    // The other load may finish first; its failure does not affect this one.
    return promise ? Promise.any([promise, own]).catch(() => own) : own
  }

  const begin = <T>({ key, load: run, policyOf }: CacheRequest<T>, rank: Rank): Promise<T> => {
    const startedAt = now()
    const begun = generation()
    const readAt = elapsed()
    begunLoads += 1
    const number = begunLoads
    const promise = run()
      .then((value) => {
        // A purge or a newer load may have outdated it.
        const isNewest = number > (entries.of(key)?.value.load ?? 0)
        if (begun === generation() && isNewest && !outdated.has(number))
          entries.set(key, { value, policy: policyOf(value), generation: begun, load: number, readAt })
        return value
      })
      .catch((error: unknown) => {
        // A refused call does not predict the next one (COST-55).
        if (!isRefusal(error)) {
          failures.set(key, { error, rank }, now() - startedAt >= SLOW_FAILURE ? SLOW_FAILURE_TTL : FAILURE_TTL)
        }
        throw error
      })
      .finally(() => {
        outdated.delete(number)
        if (loading.get(key)?.promise === promise) loading.delete(key)
      })
    loading.set(key, { number, promise, rank })
    return promise
  }

  return {
    get: load,
    forget(key) {
      if (key === undefined) {
        loading.clear()
        failures.clear()
        return
      }
      const running = loading.get(key)
      if (running) outdated.add(running.number)
      loading.delete(key)
      failures.delete(key)
    },
  }
}

/** Bytes of an object and of each field or item, about. */
const OBJECT = 32
const FIELD = 8
const MAX_OBJECTS = 100_000
/** Any such character makes all of a text take two bytes each. */
const WIDE = /[^\0-\xff]/

/** Approximate; an article's rendering is about as large again. */
export function sizeOfContent(value: unknown): number {
  let bytes = 0
  const stack: unknown[] = [value]
  const seen = new Set<object>()
  while (stack.length > 0 && seen.size < MAX_OBJECTS) {
    const next = stack.pop()
    if (typeof next === 'string') bytes += WIDE.test(next) ? 2 * next.length : next.length
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    const items: unknown[] = Array.isArray(next) ? next : Object.values(next)
    bytes += OBJECT + FIELD * items.length
    for (const item of items) if (typeof item === 'string' || typeof item === 'object') stack.push(item)
  }
  return bytes
}
