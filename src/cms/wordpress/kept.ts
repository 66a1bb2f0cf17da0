import { LRUCache } from 'lru-cache'
import { servesAs } from '../importance.ts'
import type { Rank } from '../source.ts'

/** Values that many pages need and few changes touch: kept for a while, loaded once at a time for askers of one rank. */
export interface Kept<T> {
  /** @param rank as what `load` asks: nobody waits for a load of a lower one (RES-15) */
  get(key: string, rank: Rank, load: () => Promise<T>): Promise<T>
  has(key: string): boolean
  forget(): void
}

interface Entry<T> {
  promise: Promise<T>
  /** While it is under way. */
  rank?: Rank
}

/** @param milliseconds how long a value counts; a failure never does */
export function createKept<T extends object>(milliseconds: number): Kept<T> {
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
    forget: () => entries.clear(),
  }
}
