/** Loads the market banner when its box is visible (HOME-16). */
export function startMarketBanners(): void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue
      target.textContent = target.dataset.marketBanner ?? ''
      observer.unobserve(target)
    }
  })
  for (const box of document.querySelectorAll('[data-market-banner]')) observer.observe(box)
}
