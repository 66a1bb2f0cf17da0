/** Runs when the browser is idle. Safari 17 has no idle callbacks, so it waits a moment there. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 100)
}

/** Runs once the page has loaded and the browser is idle. A page that was rendered in advance has loaded before its script runs. */
export function whenLoaded(run: () => void): void {
  if (document.readyState === 'complete') whenIdle(run)
  else addEventListener('load', () => whenIdle(run))
}
