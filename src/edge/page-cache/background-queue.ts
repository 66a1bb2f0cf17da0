import pLimit from 'p-limit'

export interface BackgroundQueue {
  run(job: () => Promise<void>): boolean
}

/** The pause after a job is so many times its duration. */
const PAUSE_FACTOR = 19
const MAX_WAITING = 100
const NANOSECONDS = 1e6

export function createBackgroundQueue(): BackgroundQueue {
  const queue = pLimit(1)
  const runAndPause = async (job: () => Promise<void>): Promise<void> => {
    // Tests replace the clock that gives pages their age.
    const startedAt = process.hrtime.bigint()
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
