/**
 * Runs once the page has loaded and the browser is idle. A page that was rendered in advance may have loaded before.
 * Safari 17 has no idle callbacks, so it waits a moment there.
 */
export function whenIdle(run: () => void): void {
  if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(run))
  else if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 100)
}
