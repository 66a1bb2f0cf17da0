import { ownHtml } from '../../../views/document/trusted-html.ts'
import {
  FETCH_FAILED,
  listFor,
  type ScrollPosts,
  scrollKey,
  scrollPostsOf,
  unread,
} from '../../content/scroll-posts.ts'
import { followView, restorePlace } from './followed-article.ts'

/** Pixels (NEXT-1). */
const SCROLL_TRIGGER = 50
/** `delay` in milliseconds (NEXT-6). */
const PRELOAD = { count: 3, delay: 500, refillAt: 1 } as const
/** Appends out of sight (NEXT-9). */
const AHEAD = '150%'
/** A jump to the end skips the sentinel. */
const BEHIND = '100%'

export function start(articles: HTMLElement): void {
  if (history.scrollRestoration === 'manual') restorePlace()
  const onScroll = (): void => {
    if (scrollY <= SCROLL_TRIGGER) return
    removeEventListener('scroll', onScroll)
    void appendArticles(articles)
  }
  addEventListener('scroll', onScroll, { passive: true })
  onScroll()
}

async function appendArticles(container: HTMLElement): Promise<void> {
  const first = container.querySelector<HTMLElement>('[data-article]')
  const sentinel = container.querySelector<HTMLElement>('[data-sentinel]')
  const status = container.querySelector<HTMLElement>('[data-further-status]')
  if (!first || !sentinel || !status) return
  followView()

  const shown = new Set([scrollKey(location.pathname), scrollKey(first.dataset.article ?? '')])
  const links = await linksAfter(first)
  const parts = unread(furtherParts(container), shown)
  const queue = [...parts, ...shuffled(unread(links, shown).filter((path) => !parts.includes(path)))]
  const say = (text = ''): void => {
    status.textContent = text
  }
  // An article that is ready needs no announcement.
  const articles = createQueue(queue, () => say(status.dataset.loading))
  let isAppending = false

  const observer = new IntersectionObserver(
    async ([entry]) => {
      if (!entry?.isIntersecting || isAppending) return
      isAppending = true
      const article = await articles.next()
      say()
      if (article) {
        withOwnIds(article)
        await bringStyles(article)
        await focusAbove(sentinel)
        hideOnward(container)
        sentinel.before(article)
        dispatchEvent(new Event('szpalta:cards'))
        articles.refill()
      }
      if (queue.length === 0) {
        observer.disconnect()
        return say(status.dataset.end)
      }
      isAppending = false
      // Observing again fires if the sentinel is still near.
      observer.unobserve(sentinel)
      observer.observe(sentinel)
    },
    { rootMargin: `${BEHIND} 0px ${AHEAD} 0px` },
  )
  if (queue.length === 0) return say(status.dataset.end)
  articles.preload()
  observer.observe(sentinel)
}

interface ArticleQueue {
  preload(): void
  refill(): void
  /** @returns undefined: no more */
  next(): Promise<HTMLElement | undefined>
}

/** @param queue paths, which `next` shortens */
function createQueue(queue: string[], onNext: () => void): ArticleQueue {
  const fetched = new Map<string, Promise<HTMLElement | undefined>>()
  let isScheduled = false

  /** A failed batch is fetched singly later. */
  const preloadBatch = async (): Promise<void> => {
    isScheduled = false
    const wanted = queue.filter((path) => !fetched.has(path)).slice(0, PRELOAD.count)
    const batch = wanted.map((path) => {
      const article = fetchArticle(path)
      fetched.set(
        path,
        article.catch(() => undefined),
      )
      return article
    })
    try {
      await Promise.all(batch)
    } catch (error) {
      console.error(FETCH_FAILED.batch, error)
      for (const path of wanted) fetched.delete(path)
    }
  }
  const preload = (): void => {
    if (!isScheduled) setTimeout(preloadBatch, PRELOAD.delay)
    isScheduled = true
  }

  return {
    preload,
    refill() {
      const ahead = queue.filter((path) => fetched.has(path)).length
      if (ahead <= PRELOAD.refillAt && queue.length > ahead) preload()
    },
    async next() {
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        const preloaded = fetched.get(path)
        fetched.delete(path)
        onNext()
        const article = await preloaded
        if (article) return article
        try {
          return await fetchArticle(path)
        } catch (error) {
          report(error)
        }
      }
      return undefined
    },
  }
}

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
}

/** Ends the loading after a failure (NEXT-2, SRC-10). */
async function linksAfter(article: HTMLElement): Promise<readonly string[]> {
  const own: unknown = JSON.parse(article.dataset.next ?? '[]')
  if (Array.isArray(own) && own.length > 0) return own.filter((link) => typeof link === 'string')
  try {
    const response = await fetch('/api/getScrollPosts')
    if (!response.ok) throw new Error(FETCH_FAILED.list(response.status))
    const lists: ScrollPosts = scrollPostsOf(await response.json())
    return listFor(lists, article.dataset.article ?? '', article.dataset.category)
  } catch (error) {
    report(error)
    return []
  }
}

/** Milliseconds. */
const STYLES_WAIT = 3000

/** A late style sheet would move the text (MARK-1). */
async function bringStyles(article: HTMLElement): Promise<void> {
  const loaded = new Set([...document.styleSheets].map(({ href }) => href))
  const missing = [...article.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    (link) => !loaded.has(new URL(link.getAttribute('href') ?? '', location.href).href),
  )
  const arrived = missing.map(
    (link) =>
      new Promise((resolve) => {
        link.onload = link.onerror = resolve
        document.head.append(link)
      }),
  )
  await Promise.race([Promise.all(arrived), new Promise((resolve) => setTimeout(resolve, STYLES_WAIT))])
}

/** Keeps the focus in sight (NEXT-16). */
async function focusAbove(sentinel: Element): Promise<void> {
  for (;;) {
    const focused = document.querySelector(':focus-visible')
    const isBelow = focused && sentinel.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING
    if (!isBelow) return
    // The event precedes the next focus.
    await new Promise((resolve) => focused.addEventListener('blur', () => setTimeout(resolve), { once: true }))
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

/** In the series' order. */
function furtherParts(container: HTMLElement): string[] {
  const links = container.querySelectorAll<HTMLAnchorElement>('.series-nav:has(.series-next) [aria-current] ~ li a')
  return [...links].flatMap((link) => (link.origin === location.origin ? link.pathname : []))
}

/** The link leads to the article that was appended (NEXT-17). */
function hideOnward(container: HTMLElement): void {
  const onward = container.querySelector<HTMLElement>('.onward:not([hidden])')
  if (onward && onward.getBoundingClientRect().top > innerHeight) onward.hidden = true
}

/** Browsers shuffle shared pages (NEXT-5). */
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
