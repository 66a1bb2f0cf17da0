/** How often a pause is looked at. Milliseconds. */
const LOOK = 250

/**
 * Runs a task again and again.
 * @param pauseOf milliseconds from one run to the next, which may change meanwhile
 * @returns a function that stops it
 */
export function paced(task: () => void, pauseOf: () => number): () => void {
  let ranAt = performance.now()
  const timer = setInterval(
    () => {
      // A timer may be a little early.
      if (performance.now() - ranAt < pauseOf() - 1) return
      ranAt = performance.now()
      task()
    },
    Math.min(LOOK, pauseOf()),
  ).unref()
  return () => clearInterval(timer)
}
