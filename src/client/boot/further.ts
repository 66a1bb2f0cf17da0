/** Scroll distance before further content loads (NEXT-1). Pixels. */
const SCROLL_TRIGGER = 50

/** Loads the module that appends articles once the reader scrolls. */
export function startFurtherArticles(): void {
  const articles = document.querySelector<HTMLElement>('[data-articles]')
  if (!articles) return
  const onScroll = (): void => {
    if (scrollY <= SCROLL_TRIGGER) return
    removeEventListener('scroll', onScroll)
    import('./further-articles.ts').then(({ appendArticles }) => appendArticles(articles)).catch(() => {})
  }
  addEventListener('scroll', onScroll, { passive: true })
  // The reader comes back to an article that was below another one (NEXT-14).
  if (history.scrollRestoration === 'manual') {
    import('../features/left-place.ts').then(({ restorePlace }) => restorePlace()).catch(() => {})
  }
  onScroll()
}
