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

/** Milliseconds between checks of a pause or a moment. */
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

/**
 * Runs a task when a moment comes, one run at a time. A clock may be set and a moment may change, so it looks again meanwhile.
 * @param next milliseconds since 1970, past ones until the task is done; undefined: none is known
 * @param task never rejects
 * @returns stops it
 */
export function atMoments(
  task: () => Promise<void> | void,
  next: () => number | undefined,
  wallClock: Clock = () => Date.now(),
): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const left = (): number => (next() ?? Number.POSITIVE_INFINITY) - wallClock()
  const wait = (): void => {
    // What is still due was in vain.
    const pause = left() > 0 ? Math.min(left(), LOOK) : LOOK
    if (!isStopped) timer = setTimeout(look, pause).unref()
  }
  const look = async (): Promise<void> => {
    if (left() <= 0) await task()
    wait()
  }
  wait()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
