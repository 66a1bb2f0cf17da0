import { createHash } from 'node:crypto'
import type { Service } from '../services/service.ts'
import type { SharedStore } from '../store/shared-store.ts'
import type { Proxies } from './proxies.ts'
import { matchOf, type Purge } from './purge.ts'
import { sharedPurges } from './shared-purges.ts'

export interface PurgingSettings {
  /** Has what is under a match shown anew by this process. @returns how many pages it met */
  here(matches: ReturnType<typeof matchOf>): number
  /** Other instances; absent: there are none. */
  store?: SharedStore
  /** Caches in front. */
  proxies?: Proxies
  /** Something of a service is new. */
  publish(service: Service): void
  onError(error: unknown): void
}

/** Everything that a purge reaches: this process, other instances, caches in front, the WebSub hub. */
export interface Purging {
  /** One instance was told: it tells all. @returns how many pages it met here */
  told(purge: Purge, service: Service): number
  /** Every instance finds out for itself; the first one tells whom it concerns once. */
  found(purge: Purge, service: Service): Promise<void>
  close(): Promise<void>
}

/** Instances look every half a minute, as it is set by default. Milliseconds. */
const FOUND_WINDOW = 30_000

export function createPurging({ here, store, proxies, publish, onError }: PurgingSettings): Purging {
  const others =
    store &&
    sharedPurges({
      store: store.background,
      onPurge: (purge) => here(matchOf(purge)),
      onLost: () => here(() => true),
      onError,
    })
  const tellOutside = (purge: Purge, service: Service): void => {
    proxies?.purge(purge)
    publish(service)
  }
  return {
    told(purge, service) {
      const met = here(matchOf(purge))
      others?.announce(purge)
      tellOutside(purge, service)
      return met
    },
    async found(purge, service) {
      here(matchOf(purge))
      const digest = createHash('sha256').update(JSON.stringify(purge)).digest('base64url')
      const claims = await store?.increment(`szpalta:found:${digest}`, FOUND_WINDOW)
      // Told twice is better than not at all, when the store cannot say who was first.
      if (claims === undefined || claims.count === 1) tellOutside(purge, service)
    },
    async close() {
      proxies?.close()
      await others?.close()
    },
  }
}
