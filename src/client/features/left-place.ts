/**
 * Where a reader left an article that stood below another one (NEXT-14). The document of its URL has it as the first,
 * so the browser's own place in the page would be in another article: its entry in the history restores none.
 */
const KEY = 'left-place'

/** Notes how far the window is in an article, for its URL. */
export function keepPlace(article: HTMLElement): void {
  try {
    sessionStorage.setItem(KEY + location.pathname, String(-article.getBoundingClientRect().top))
  } catch {
    // Storage is forbidden: the reader comes back to the beginning of the article.
  }
}

/** Goes to the same place of the document's first article. From then on the browser restores it itself. */
export function restorePlace(): void {
  history.scrollRestoration = 'auto'
  const article = document.querySelector('[data-article]')
  const place = article ? placeIn(article) : 0
  if (place > 0) scrollTo({ top: place, behavior: 'instant' })
}

function placeIn(article: Element): number {
  try {
    const inArticle = Number(sessionStorage.getItem(KEY + location.pathname))
    return article.getBoundingClientRect().top + scrollY + inArticle
  } catch {
    return 0
  }
}
