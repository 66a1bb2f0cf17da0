import { articleInView } from './article-in-view.ts'

export function start(line: HTMLElement): void {
  let isScheduled = false
  const draw = (): void => {
    isScheduled = false
    const box = articleInView()?.getBoundingClientRect()
    const length = box ? box.height - innerHeight : 0
    const read = box && length > 0 ? Math.min(Math.max(-box.top / length, 0), 1) : 0
    line.style.transform = `scaleX(${read})`
  }
  const schedule = (): void => {
    if (!isScheduled) requestAnimationFrame(draw)
    isScheduled = true
  }
  addEventListener('scroll', schedule, { passive: true })
  schedule()
}

/** Lets URL and title follow the article in view (NEXT-10), with one view each (VIEW-1). */
export function followView(): void {
  let isScheduled = false
  let current = articleInView()
  const first = document.querySelector('[data-article]')
  const ownTitle = document.title
  const follow = (): void => {
    isScheduled = false
    const article = articleInView()
    const path = article?.dataset.article
    if (!article || article === current || path === undefined) return
    current = article
    history.replaceState(history.state, '', path)
    history.scrollRestoration = article === first ? 'auto' : 'manual'
    document.title = article.dataset.articleTitle ?? ownTitle
    dispatchEvent(new CustomEvent('szpalta:article', { detail: { path } }))
  }
  addEventListener('pagehide', () => {
    if (current && current !== first) keepPlace(current)
  })
  addEventListener(
    'scroll',
    () => {
      if (!isScheduled) requestAnimationFrame(follow)
      isScheduled = true
    },
    { passive: true },
  )
}

/** Its document begins with the article: the browser's place would be wrong (NEXT-15). */
const KEY = 'left-place'

function keepPlace(article: HTMLElement): void {
  try {
    sessionStorage.setItem(KEY + location.pathname, String(-article.getBoundingClientRect().top))
  } catch {
    // Storage is forbidden.
  }
}

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
