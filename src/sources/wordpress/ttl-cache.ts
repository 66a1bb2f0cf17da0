import { LRUCache } from 'lru-cache'
import { type Rank, servesAs } from '../source.ts'

/** Callers of one rank share a load. */
export interface TtlCache<T> {
  /** @param rank of the calls in `load`: nobody waits for a lower one's load (COST-55) */
  get(key: string, rank: Rank, load: () => Promise<T>): Promise<T>
  has(key: string): boolean
  /** @param key absent: all */
  forget(key?: string): void
}

interface Entry<T> {
  promise: Promise<T>
  rank?: Rank
}

/** Failures are not cached. */
export function createTtlCache<T extends object>(milliseconds: number): TtlCache<T> {
  const entries = new LRUCache<string, Entry<T>>({ max: 500, ttl: milliseconds })
  return {
    get(key, rank, load) {
      const known = entries.get(key)
      if (known && (known.rank === undefined || servesAs(known.rank, rank))) return known.promise
      const entry: Entry<T> = { promise: load(), rank }
      entries.set(key, entry)
      entry.promise.then(
        () => {
          delete entry.rank
        },
        () => {
          if (entries.peek(key) === entry) entries.delete(key)
        },
      )
      return entry.promise
    },
    has: (key) => entries.has(key),
    forget(key) {
      if (key === undefined) entries.clear()
      else entries.delete(key)
    },
  }
}
