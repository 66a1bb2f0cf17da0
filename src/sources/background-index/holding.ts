import { randomUUID } from 'node:crypto'
import type { CrawlRecords } from '../../search/crawl-records.ts'

/** An instance that is killed keeps others from reading for so long. Seconds. */
const LEASE_SECONDS = 30
const RENEWALS = 3

/** Another instance reads meanwhile. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The right to read a CMS, which one instance has at a time (SEARCH-37). */
export interface Holding {
  /** Undefined: another instance has it. The work checks with `isLost` before each call of the CMS. */
  during<T>(records: CrawlRecords, work: () => Promise<T>): Promise<{ value: T } | undefined>
  isLost(): boolean
  /** Another instance need not wait until the lease is over. Never rejects. */
  release(records: CrawlRecords): Promise<void>
}

/** @param seconds of the lease */
export function createHolding(seconds = LEASE_SECONDS): Holding {
  const holder = randomUUID()
  let isLost = false
  let isHeld = false
  return {
    isLost: () => isLost,
    async during(records, work) {
      isLost = false
      isHeld = await records.lease(holder, seconds)
      if (!isHeld) return undefined
      const renew = (): void =>
        void records.lease(holder, seconds).then(
          (isStillHeld) => {
            if (!isStillHeld) isLost = true
          },
          // While the database is away, nothing can be written either.
          () => {},
        )
      const renewing = setInterval(renew, (seconds * 1000) / RENEWALS).unref()
      try {
        return { value: await work() }
      } finally {
        clearInterval(renewing)
      }
    },
    async release(records) {
      if (isHeld) await records.lease(holder, 0).catch(() => {})
      isHeld = false
    },
  }
}
