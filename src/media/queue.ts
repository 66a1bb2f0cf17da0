/** Runs one job at a time, so that all jobs together take the memory and processor time of one (COST-73). */
export interface FairQueue {
  /**
   * Runs a job with a waiting caller, in order of arrival.
   * @throws {BusyError} when the queue is full, or when the job did not start in time
   */
  run<T>(job: () => Promise<T>): Promise<T>
  /**
   * Runs a job without a waiting caller when the queue is idle. @returns false when the queue is full: the job is
   * dropped
   */
  later(job: () => Promise<unknown>): boolean
}

/** There is more work than capacity. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** Of either kind. A new home page brings about fifty. */
const MAX_WAITING = 200
/** No caller waits longer, and jobs of callers who have left are skipped. Milliseconds. */
const PATIENCE = 10_000

export function createFairQueue(): FairQueue {
  const awaited: Array<() => Promise<unknown>> = []
  const spare: Array<() => Promise<unknown>> = []
  let isRunning = false

  const next = (): void => {
    if (isRunning) return
    const job = awaited.shift() ?? spare.shift()
    if (!job) return
    isRunning = true
    const done = (): void => {
      isRunning = false
      next()
    }
    job().then(done, done)
  }
  return {
    run(job) {
      return new Promise((resolve, reject) => {
        if (awaited.length >= MAX_WAITING) return reject(new BusyError('too many pictures are asked for'))
        const until = performance.now() + PATIENCE
        awaited.push(() => {
          const outcome = performance.now() > until ? Promise.reject(new BusyError('no turn in time')) : job()
          outcome.then(resolve, reject)
          return outcome
        })
        next()
      })
    },
    later(job) {
      if (spare.length >= MAX_WAITING) return false
      spare.push(job)
      next()
      return true
    },
  }
}
