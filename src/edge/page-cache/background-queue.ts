import pLimit from 'p-limit'

/** Work that no reader waits for: one job at a time, with pauses in between. */
export interface BackgroundQueue {
  /** Queues a job. @returns false: too many jobs wait, and this one is dropped */
  run(job: () => Promise<void>): boolean
}

/** Length of the pause after a job, in times of its duration: jobs take a twentieth of a processor. */
const PAUSE_FACTOR = 19
/** Limit of waiting jobs. */
const MAX_WAITING = 100
/** In a millisecond. */
const NANOSECONDS = 1e6

export function createBackgroundQueue(): BackgroundQueue {
  const queue = pLimit(1)
  const runAndPause = async (job: () => Promise<void>): Promise<void> => {
    // Tests replace the clock that gives pages their age.
    const startedAt = process.hrtime.bigint()
    // A job handles its own failures.
    await job().catch(() => {})
    const took = Number(process.hrtime.bigint() - startedAt) / NANOSECONDS
    await pause(took * PAUSE_FACTOR)
  }
  return {
    run(job) {
      if (queue.pendingCount >= MAX_WAITING) return false
      void queue(() => runAndPause(job))
      return true
    },
  }
}

/** Does not keep the process alive. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}
