import { randomUUID } from 'node:crypto'
import type { CrawlRecords } from '../../search/crawl-records.ts'

/** A killed instance keeps others from reading for so many seconds. */
const LEASE_SECONDS = 30
const RENEWALS = 3

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** One instance at a time may read a CMS (SEARCH-37). */
export interface Holding {
  /**
   * The work checks `isLost` before each call of the CMS.
   * @returns undefined: another instance has the right
   */
  during<T>(records: CrawlRecords, work: () => Promise<T>): Promise<{ value: T } | undefined>
  isLost(): boolean
  /** Ends the lease early. Never rejects. */
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
