import { performance } from 'node:perf_hooks'
import pLimit from 'p-limit'

/** Work that nobody waits for, one job at a time with rests in between. */
export interface BackgroundQueue {
  /** Runs a job when its turn comes. @returns false where too many wait: it is not taken */
  run(job: () => Promise<void>): boolean
}

/**
 * For how many times the time that a job took nothing is done: all of them take a twentieth of a processor; and a
 * two-hundredth while the process is busy all the time.
 */
const REST = { idle: 19, busy: 199 }
/** Jobs that wait. */
const MAX_WAITING = 100
/** In a millisecond. */
const NANOSECONDS = 1e6

/** @param busyShare how much of the time since it was asked last this process was busy: 0 to 1 */
export function createBackgroundQueue(busyShare: () => number = eventLoopUse()): BackgroundQueue {
  const queue = pLimit(1)
  const runAndRest = async (job: () => Promise<void>): Promise<void> => {
    // Not the clock of ages, which may be another.
    const startedAt = process.hrtime.bigint()
    // What comes of it is the job's own business.
    await job().catch(() => {})
    const took = Number(process.hrtime.bigint() - startedAt) / NANOSECONDS
    await rest(took * (REST.idle + (REST.busy - REST.idle) * busyShare()))
  }
  return {
    run(job) {
      if (queue.pendingCount >= MAX_WAITING) return false
      void queue(() => runAndRest(job))
      return true
    },
  }
}

function eventLoopUse(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}

/** Keeps no process alive. */
function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}
