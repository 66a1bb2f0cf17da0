/** How often the pause is checked. Milliseconds. */
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
      if (performance.now() - ranAt < pauseOf() - 1) return
      ranAt = performance.now()
      task()
    },
    Math.min(LOOK, pauseOf()),
  ).unref()
  return () => clearInterval(timer)
}
