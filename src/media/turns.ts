/** One job at a time: what a single one takes of memory and of the processor is what all of them take (COST-73). */
export interface Turns {
  /**
   * Runs a job that somebody waits for, in the order of asking.
   * @throws {BusyError} when too many wait already, or when its turn did not come in time
   */
  run<T>(job: () => Promise<T>): Promise<T>
  /** Runs a job that nobody waits for, when there is no other. @returns false where too many wait: it is not taken */
  later(job: () => Promise<unknown>): boolean
}

/** There is more to do than can be done. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** Of either kind. A home page that nobody has asked for before brings some fifty. */
const MAX_WAITING = 200
/** Nobody waits for longer, and the jobs of those who have left are not done. Milliseconds. */
const PATIENCE = 10_000

export function createTurns(): Turns {
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
