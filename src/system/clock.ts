/** Milliseconds since a fixed moment: the difference of two readings is the time between them. */
export type Clock = () => number

/** The monotonic clock, for ages and pauses: nobody can set it. Headers, documents and files use the wall clock. */
export const elapsed: Clock = () => performance.now()

/**
 * A clock that is read at most once in a step, for readings that are frequent and ages that are much longer
 * (docs/decisions/025).
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
