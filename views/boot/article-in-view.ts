/** The article that the middle of the screen is in: the last one that begins above it. */
export function articleInView(): HTMLElement | undefined {
  const articles = document.querySelectorAll<HTMLElement>('[data-article]')
  return [...articles].findLast((article) => article.getBoundingClientRect().top <= innerHeight / 2) ?? articles[0]
}
