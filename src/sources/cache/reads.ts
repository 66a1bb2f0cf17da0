import type { ContentCache } from './content-cache.ts'

/** Caches in front keep only whole and current responses (CACHE-15). */
export interface Reads {
  began(): void
  ended(): void
  /** Something is missing or old. */
  failed(): void
  /** False also while something is late. */
  readonly isWhole: boolean
}

export function createReads(): Reads {
  let pending = 0
  let isFailed = false
  return {
    began() {
      pending += 1
    },
    ended() {
      pending -= 1
    },
    failed() {
      isFailed = true
    },
    get isWhole() {
      return pending === 0 && !isFailed
    },
  }
}

export function instrumentedCache(cache: ContentCache, reads: Reads, isOld: (value: unknown) => boolean): ContentCache {
  return {
    peek: cache.peek,
    replace: cache.replace,
    expire: cache.expire,
    async get(request) {
      const onStandIn = (): void => {
        reads.failed()
        request.onStandIn?.()
      }
      reads.began()
      try {
        const { key, load, policyOf, revalidate, rank } = request
        const value = await cache.get({ key, load, policyOf, revalidate, rank, onStandIn })
        if (isOld(value)) reads.failed()
        return value
      } catch (error) {
        reads.failed()
        throw error
      } finally {
        reads.ended()
      }
    },
  }
}
