import { LRUCache } from 'lru-cache'

/** Values that many pages need and few changes touch: kept for a while, loaded once at a time. */
export interface Kept<T> {
  get(key: string, load: () => Promise<T>): Promise<T>
  has(key: string): boolean
  forget(): void
}

/** @param milliseconds how long a value counts; a failure never does */
export function createKept<T extends object>(milliseconds: number): Kept<T> {
  const promises = new LRUCache<string, Promise<T>>({ max: 500, ttl: milliseconds })
  return {
    get(key, load) {
      const known = promises.get(key)
      if (known) return known
      const promise = load()
      promises.set(key, promise)
      promise.catch(() => {
        if (promises.peek(key) === promise) promises.delete(key)
      })
      return promise
    },
    has: (key) => promises.has(key),
    forget: () => promises.clear(),
  }
}
