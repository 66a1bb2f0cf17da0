/** Safari 17 has no idle callbacks. */
export function whenIdle(run: () => void): void {
  if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(run))
  else if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 100)
}

/** The page gets its real height while the browser is idle. */
export function drawLazyBlocks(): void {
  const deferred = [...document.querySelectorAll('.is-lazy')]
  const drawNext = (): void => {
    deferred.shift()?.classList.remove('is-lazy')
    if (deferred.length > 0) whenIdle(drawNext)
  }
  whenIdle(drawNext)
}

/** HOME-16. */
export function startMarketBanner(box: HTMLElement): void {
  new IntersectionObserver(([entry], observer) => {
    if (!entry?.isIntersecting) return
    box.textContent = box.dataset.marketBanner ?? ''
    observer.disconnect()
  }).observe(box)
}
