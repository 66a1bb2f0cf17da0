import { onClick } from './on-click.ts'

/** Arrows of rows that scroll sideways: one screenful a click, disabled at the ends. */
export function startCarousels(): void {
  onClick<HTMLButtonElement>('[data-carousel-step]', (button) => {
    const row = rowOf(button)
    if (!row) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const step = Number(button.dataset.carouselStep) * row.clientWidth * 0.9
    row.scrollBy({ left: step, behavior: isCalm ? 'instant' : 'smooth' })
  })
  for (const row of document.querySelectorAll<HTMLElement>('[data-carousel-row]')) {
    const update = (): void => switchArrows(row)
    row.addEventListener('scroll', update, { passive: true })
    new ResizeObserver(update).observe(row)
  }
}

function rowOf(button: Element): HTMLElement | null | undefined {
  return button.closest('[data-carousel]')?.querySelector<HTMLElement>('[data-carousel-row]')
}

/** Tolerates one pixel, because positions are fractions on zoomed screens. */
function switchArrows(row: HTMLElement): void {
  const end = row.scrollWidth - row.clientWidth
  const arrows = row.closest('[data-carousel]')?.querySelectorAll<HTMLButtonElement>('[data-carousel-step]') ?? []
  for (const arrow of arrows) {
    arrow.disabled = arrow.dataset.carouselStep === '1' ? row.scrollLeft >= end - 1 : row.scrollLeft <= 1
  }
}
