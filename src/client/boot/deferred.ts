/**
 * Runs once the page has loaded and the browser is idle. A page that was rendered in advance may have loaded before.
 * Safari 17 has no idle callbacks, so it waits a moment there.
 */
export function whenIdle(run: () => void): void {
  if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(run))
  else if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 100)
}

/**
 * Draws the deferred blocks one at a time while the browser is idle: the page then has its real height, and screenshots
 * and prints are complete. Without a script the browser draws each near the screen.
 */
export function drawLazyBlocks(): void {
  const deferred = [...document.querySelectorAll('.is-lazy')]
  const drawNext = (): void => {
    deferred.shift()?.classList.remove('is-lazy')
    if (deferred.length > 0) whenIdle(drawNext)
  }
  whenIdle(drawNext)
}

/** Loads a market banner when its box is visible (HOME-16). */
export function startMarketBanner(box: HTMLElement): void {
  new IntersectionObserver(([entry], observer) => {
    if (!entry?.isIntersecting) return
    box.textContent = box.dataset.marketBanner ?? ''
    observer.disconnect()
  }).observe(box)
}
