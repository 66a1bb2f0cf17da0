/** Milliseconds since any moment. */
export type Clock = () => number

/** Monotonic, for ages and pauses. Headers, documents and files use the wall clock. */
export const elapsed: Clock = () => performance.now()

/**
 * It is read at most once in a step (docs/decisions/025).
 * @param step milliseconds; a blocked event loop adds to it
 */
export function coarse(clock: Clock, step: number): Clock {
  let reading: number | undefined
  const forget = (): void => {
    reading = undefined
  }
  return () => {
    if (reading === undefined) {
      reading = clock()
      setTimeout(forget, step).unref()
    }
    return reading
  }
}

/** Milliseconds between checks of the pause. */
const LOOK = 250

/**
 * @param pauseOf milliseconds between runs, which may change
 * @returns stops it
 */
export function paced(task: () => void, pauseOf: () => number): () => void {
  let ranAt = performance.now()
  const timer = setInterval(
    () => {
      if (performance.now() - ranAt < pauseOf() - 1) return
      ranAt = performance.now()
      task()
    },
    Math.min(LOOK, pauseOf()),
  ).unref()
  return () => clearInterval(timer)
}
