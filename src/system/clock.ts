/** Milliseconds since some moment that never changes: two readings tell how much time has passed between them. */
export type Clock = () => number

/**
 * Time that passes, for ages and pauses: unlike the clock on the wall, nobody sets it, a day back or forward, by hand or
 * from another server. What stands in headers, documents and files takes the clock on the wall.
 */
export const elapsed: Clock = () => performance.now()

/**
 * A clock that is read once in a while, for what is asked very often and lasts much longer.
 * @param step milliseconds that it may be slow by, while the process is free to run
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
