/** The article starts above the middle of the screen. */
export function articleInView(): HTMLElement | undefined {
  const articles = document.querySelectorAll<HTMLElement>('[data-article]')
  return [...articles].findLast((article) => article.getBoundingClientRect().top <= innerHeight / 2) ?? articles[0]
}
