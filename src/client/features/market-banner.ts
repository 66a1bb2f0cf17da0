export function start(box: HTMLElement): void {
  new IntersectionObserver(([entry], observer) => {
    if (!entry?.isIntersecting) return
    box.textContent = box.dataset.marketBanner ?? ''
    observer.disconnect()
  }).observe(box)
}
