import {
  FETCH_FAILED,
  listFor,
  type ScrollPosts,
  scrollKey,
  scrollPostsOf,
  unread,
} from '../../src/content/scroll-posts.ts'
import { ownHtml } from '../trusted-html.ts'
import { articleInView } from './article-in-view.ts'
import { reportView } from './page-views.ts'

/** Articles fetched ahead at a time, the wait before, and how few may be left (spec 9, "Preload"). */
const PRELOAD = { count: 3, delay: 500, refillAt: 1 } as const
/** The next article is appended this far below the screen, so that nobody sees it happen (decision 64). */
const AHEAD = '150%'

/**
 * Further articles below the first one (spec 4, "Scroll-posts loading"; decisions 30 to 32 and 64). They come as
 * fragments that the server rendered; the first article stays.
 */
export async function appendArticles(container: HTMLElement): Promise<void> {
  const first = container.querySelector<HTMLElement>('[data-article]')
  const sentinel = container.querySelector<HTMLElement>('[data-sentinel]')
  const status = container.querySelector<HTMLElement>('[data-further-status]')
  if (!first || !sentinel || !status) return
  followView()

  const shown = new Set([scrollKey(location.pathname), scrollKey(first.dataset.article ?? '')])
  const links = await linksAfter(first)
  const queue = shuffled(unread(links, shown))
  /** From the moment their fetch starts, so that nothing is asked for twice. */
  const fetched = new Map<string, Promise<HTMLElement | undefined>>()
  let isScheduled = false
  let isAppending = false

  /** A batch that fails is empty; its articles are fetched one by one when their turn comes. */
  const preload = async (): Promise<void> => {
    isScheduled = false
    const wanted = queue.filter((path) => !fetched.has(path)).slice(0, PRELOAD.count)
    const batch = wanted.map((path) => {
      const article = fetchArticle(path)
      const orNothing = article.catch(() => undefined)
      fetched.set(path, orNothing)
      return article
    })
    try {
      await Promise.all(batch)
    } catch (error) {
      console.error(FETCH_FAILED.batch, error)
      for (const path of wanted) fetched.delete(path)
    }
  }
  const schedulePreload = (): void => {
    if (!isScheduled) setTimeout(preload, PRELOAD.delay)
    isScheduled = true
  }

  /** The next article that can be had; one that fails is skipped. */
  const next = async (): Promise<HTMLElement | undefined> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const preloaded = fetched.get(path)
      fetched.delete(path)
      // Gone again before anybody hears it when the article is there already.
      status.textContent = status.dataset.loading ?? ''
      const article = await preloaded
      if (article) return article
      try {
        return await fetchArticle(path)
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
      }
    }
    return undefined
  }

  const observer = new IntersectionObserver(
    async ([entry]) => {
      if (!entry?.isIntersecting || isAppending) return
      isAppending = true
      const article = await next()
      status.textContent = ''
      if (article) {
        withOwnIds(article)
        sentinel.before(article)
        const ahead = queue.filter((path) => fetched.has(path)).length
        if (ahead <= PRELOAD.refillAt && queue.length > ahead) schedulePreload()
      }
      if (queue.length === 0) {
        observer.disconnect()
        status.textContent = status.dataset.end ?? ''
        return
      }
      isAppending = false
      // Seen anew: the sentinel may still be near.
      observer.unobserve(sentinel)
      observer.observe(sentinel)
    },
    { rootMargin: `0px 0px ${AHEAD} 0px` },
  )
  if (queue.length === 0) {
    status.textContent = status.dataset.end ?? ''
    return
  }
  schedulePreload()
  observer.observe(sentinel)
}

/** The article's own list; only when it has none, the service's lists. A failure ends the loading (spec 8). */
async function linksAfter(article: HTMLElement): Promise<readonly string[]> {
  const own: unknown = JSON.parse(article.dataset.next ?? '[]')
  if (Array.isArray(own) && own.length > 0) return own.filter((link) => typeof link === 'string')
  try {
    const response = await fetch('/api/getScrollPosts')
    if (!response.ok) throw new Error(FETCH_FAILED.list(response.status))
    const lists: ScrollPosts = scrollPostsOf(await response.json())
    return listFor(lists, article.dataset.article ?? '', article.dataset.category)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return []
  }
}

async function fetchArticle(path: string): Promise<HTMLElement> {
  const response = await fetch(`/fragment${path.split('/').map(encodeURIComponent).join('/')}`)
  if (!response.ok) throw new Error(FETCH_FAILED.post(response.status))
  const template = document.createElement('template')
  template.innerHTML = ownHtml(await response.text())
  const article = template.content.querySelector<HTMLElement>('[data-article]')
  if (!article) throw new Error(FETCH_FAILED.post(response.status))
  return article
}

/** Ids are unique on the page: one that an earlier article has gets a number, and so do the links to it. */
function withOwnIds(article: HTMLElement): void {
  for (const element of article.querySelectorAll('[id]')) {
    const { id } = element
    if (!document.getElementById(id)) continue
    element.id = `${id}-${crypto.randomUUID().slice(0, 8)}`
    for (const name of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
      for (const user of article.querySelectorAll(`[${name}="${CSS.escape(id)}"]`)) user.setAttribute(name, element.id)
    }
    for (const link of article.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
      if (decodeURIComponent(link.hash.slice(1)) === id) link.hash = element.id
    }
  }
}

/** Address and title are those of the article in view, and each one's view is reported once (decision 30). */
function followView(): void {
  let isScheduled = false
  let current = articleInView()
  const ownTitle = document.title
  const follow = (): void => {
    isScheduled = false
    const article = articleInView()
    const path = article?.dataset.article
    if (!article || article === current || path === undefined) return
    current = article
    history.replaceState(history.state, '', path)
    document.title = article.dataset.articleTitle ?? ownTitle
    reportView({ path, kind: 'scroll' })
    dispatchEvent(new CustomEvent('szpalta:article', { detail: { path } }))
  }
  addEventListener(
    'scroll',
    () => {
      if (!isScheduled) requestAnimationFrame(follow)
      isScheduled = true
    },
    { passive: true },
  )
}

/** Fisher and Yates: here and never on the server, whose pages are shared (decision 31). */
function shuffled<T>(items: readonly T[]): T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    const [a, b] = [order[last], order[other]]
    if (a !== undefined && b !== undefined) {
      order[last] = b
      order[other] = a
    }
  }
  return order
}
