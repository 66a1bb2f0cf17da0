import { createHash } from 'node:crypto'
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit'
import type { SharedStore } from '../../system/store/shared-store.ts'

/**
 * Counts across instances, and in memory while the store is late or away.
 * @param name in the keys of the store
 */
export function sharedLimit(store: SharedStore, name: string): Store {
  const own = new MemoryStore()
  let windowMs = 0
  return {
    init(options: Options) {
      windowMs = options.windowMs
      own.init(options)
    },
    async increment(client): Promise<ClientRateLimitInfo> {
      const [local, shared] = await Promise.all([
        own.increment(client),
        store.increment(`szpalta:limit:${name}:${digest(client)}`, windowMs),
      ])
      if (shared === undefined || shared.count < local.totalHits) return local
      return { totalHits: shared.count, resetTime: new Date(Date.now() + shared.resetMs) }
    },
    decrement: (client) => own.decrement(client),
    resetKey: (client) => own.resetKey(client),
    shutdown: () => own.shutdown(),
  }
}

/** Keeps readers' IP addresses out of the store. */
function digest(client: string): string {
  return createHash('sha256').update(client).digest('base64url')
}
