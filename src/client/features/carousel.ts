export function start(carousel: HTMLElement, _parts: object, event?: Event): void {
  const row = carousel.querySelector<HTMLElement>('[data-carousel-row]')
  if (!row || !(event?.target instanceof Element)) return
  const arrow = event.target.closest<HTMLElement>('[data-carousel-step]')
  if (arrow) scroll(row, Number(arrow.dataset.carouselStep))
  const end = row.scrollWidth - row.clientWidth
  // Negative from right to left.
  const place = Math.abs(row.scrollLeft)
  for (const one of carousel.querySelectorAll<HTMLButtonElement>('[data-carousel-step]')) {
    // Zoomed screens have fractions.
    one.disabled = one.dataset.carouselStep === '1' ? place >= end - 1 : place <= 1
  }
}

function scroll(row: HTMLElement, step: number): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const onward = document.dir === 'rtl' ? -step : step
  row.scrollBy({ left: onward * row.clientWidth * 0.9, behavior: isCalm ? 'instant' : 'smooth' })
}
