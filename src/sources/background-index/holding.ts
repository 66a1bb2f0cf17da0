import { randomUUID } from 'node:crypto'
import type { CrawlRecords } from '../../search/crawl-records.ts'

/** Seconds for which a killed instance keeps others from reading. */
const LEASE_SECONDS = 30
const RENEWALS = 3

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The right to read a CMS, which one instance has at a time (SEARCH-37). */
export interface Holding {
  /**
   * The work checks `isLost` before each call of the CMS.
   * @returns undefined: another instance has the right
   */
  during<T>(records: CrawlRecords, work: () => Promise<T>): Promise<{ value: T } | undefined>
  isLost(): boolean
  /** Frees the right before the lease is over. Never rejects. */
  release(records: CrawlRecords): Promise<void>
}

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
