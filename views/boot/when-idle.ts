/** Runs when the browser has nothing else to do. Safari 17 has no idle callbacks; a pause serves as well. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 100)
}
