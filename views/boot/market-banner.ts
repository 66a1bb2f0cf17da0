/** The market banner's box gets its content when it comes into view (spec 2, "Market banner widget"). */
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
