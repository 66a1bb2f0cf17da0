/** Rows that scroll sideways: what their arrows do loads when a row is used. */
export function startCarousels(): void {
  for (const type of ['click', 'scroll']) {
    // Captured, because scrolling does not bubble.
    document.addEventListener(
      type,
      ({ target }) => {
        if (target instanceof Element && target.closest('[data-carousel]')) {
          import('../features/carousel.ts').then(({ moveCarousel }) => moveCarousel(target)).catch(() => {})
        }
      },
      true,
    )
  }
}
