import { createHash } from 'node:crypto'
import type { Service } from '../services/service.ts'
import type { SharedStore } from '../store/shared-store.ts'
import type { Proxies } from './proxies.ts'
import { matchOf, type Purge } from './purge.ts'
import { sharedPurges } from './shared-purges.ts'

export interface PurgingSettings {
  /** Purges this process. @param purge absent: of everything. @returns how many pages matched */
  purgeHere(matches: ReturnType<typeof matchOf>, purge?: Purge): number
  /** Other instances; absent for a single one. */
  store?: SharedStore
  /** Caches in front. */
  proxies?: Proxies
  /** Announces new content of a service. */
  publish(service: Service): void
  onError(error: unknown): void
}

/** Purges everything: this process, other instances, caches in front, the WebSub hub. */
export interface Purging {
  /** For a purge that one instance received: passes it on to all others. @returns how many pages matched here */
  requested(purge: Purge, service: Service): number
  /** For a change that every instance detects: only the first one notifies caches and the hub. */
  detected(purge: Purge, service: Service): Promise<void>
  close(): Promise<void>
}

/** Instances poll for changes every half a minute by default. Milliseconds. */
const DETECTION_WINDOW = 30_000

export function createPurging({ purgeHere, store, proxies, publish, onError }: PurgingSettings): Purging {
  const others =
    store &&
    sharedPurges({
      store: store.background,
      onPurge: (purge) => purgeHere(matchOf(purge), purge),
      onLost: () => purgeHere(() => true),
      onError,
    })
  const notifyOutside = (purge: Purge, service: Service): void => {
    proxies?.purge(purge)
    // Feeds of articles are as they were.
    if (purge.only === undefined) publish(service)
  }
  return {
    requested(purge, service) {
      const met = purgeHere(matchOf(purge), purge)
      others?.announce(purge)
      notifyOutside(purge, service)
      return met
    },
    async detected(purge, service) {
      purgeHere(matchOf(purge), purge)
      const digest = createHash('sha256').update(JSON.stringify(purge)).digest('base64url')
      const claims = await store?.increment(`szpalta:found:${digest}`, DETECTION_WINDOW)
      // If the store cannot say which instance was first, a second notice is better than none.
      if (claims === undefined || claims.count === 1) notifyOutside(purge, service)
    },
    async close() {
      proxies?.close()
      await others?.close()
    },
  }
}
