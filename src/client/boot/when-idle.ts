/** Runs when the browser is idle. Safari 17 has no idle callbacks, so it waits a moment there. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 100)
}
