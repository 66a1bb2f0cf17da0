import pLimit from 'p-limit'
import { BusyError } from '../queue.ts'

/** Limits what runs at the same time, and what waits for that. */
export interface Gate {
  /** @throws {BusyError} when too many wait, or no turn came in time */
  run<T>(job: () => Promise<T>): Promise<T>
}

/** Milliseconds. */
const PATIENCE = 10_000

export function createGate(atOnce: number, maxWaiting: number): Gate {
  const limit = pLimit(atOnce)
  return {
    async run(job) {
      if (limit.pendingCount >= maxWaiting) throw new BusyError('too many files are fetched')
      const until = performance.now() + PATIENCE
      return limit(async () => {
        if (performance.now() > until) throw new BusyError('no turn in time')
        return job()
      })
    },
  }
}
