/** Pixels the reader must have scrolled before anything further is loaded (spec 9, "Scroll trigger"). */
const SCROLL_TRIGGER = 50

/** Waits for a reader who reads on; then the part that appends articles is fetched. */
export function startFurtherArticles(): void {
  const articles = document.querySelector<HTMLElement>('[data-articles]')
  if (!articles) return
  const onScroll = (): void => {
    if (scrollY <= SCROLL_TRIGGER) return
    removeEventListener('scroll', onScroll)
    import('./further-articles.ts').then(({ appendArticles }) => appendArticles(articles)).catch(() => {})
  }
  addEventListener('scroll', onScroll, { passive: true })
  onScroll()
}
