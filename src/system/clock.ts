/** Milliseconds since an arbitrary moment. */
export type Clock = () => number

/** The monotonic clock, for ages and pauses. Headers, documents and files use the wall clock. */
export const elapsed: Clock = () => performance.now()

/**
 * A clock that is read at most once in a step (docs/decisions/025).
 * @param step milliseconds; a blocked event loop makes a reading older
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

/** How often the pause is checked. Milliseconds. */
const LOOK = 250

/**
 * @param pauseOf milliseconds from one run to the next, which may change meanwhile
 * @returns a function that stops it
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
