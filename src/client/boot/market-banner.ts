/** Loads the market banner when its box is visible (HOME-16). */
export function startMarketBanners(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-market-banner]')) {
    new IntersectionObserver(([entry], observer) => {
      if (!entry?.isIntersecting) return
      box.textContent = box.dataset.marketBanner ?? ''
      observer.disconnect()
    }).observe(box)
  }
}
