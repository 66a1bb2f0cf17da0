/** Loads a market banner when its box is visible (HOME-16). */
export function startMarketBanner(box: HTMLElement): void {
  new IntersectionObserver(([entry], observer) => {
    if (!entry?.isIntersecting) return
    box.textContent = box.dataset.marketBanner ?? ''
    observer.disconnect()
  }).observe(box)
}
