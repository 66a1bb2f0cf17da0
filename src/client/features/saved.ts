import { ownHtml } from '../../../views/document/trusted-html.ts'
import { ARTICLES, isGone, SAVED_FILES } from '../service-worker/saved-articles.ts'
import { SAVED_KEY } from './memory.ts'

interface SavedArticle {
  path: string
  title: string
  /** In the cache of saved files. */
  files: string[]
  isWithdrawn?: boolean
}

/** Replaces the files; paths begin with a slash. */
const WITHDRAWN = 'withdrawn'

const MAX_SAVED = 50

/** Latest first. */
export function savedArticles(): SavedArticle[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(SAVED_KEY) ?? '[]')
    return Array.isArray(entries) ? entries.flatMap(articleOf) : []
  } catch {
    return []
  }
}

export function isSaved(path: string): boolean {
  return savedArticles().some((article) => article.path === path)
}

/**
 * @returns articles that dropped out
 * @throws when storage is forbidden or full
 */
export function save(article: SavedArticle): SavedArticle[] {
  const all = [article, ...savedArticles().filter(({ path }) => path !== article.path)]
  store(all.slice(0, MAX_SAVED))
  return all.slice(MAX_SAVED)
}

export function unsave(path: string): void {
  store(savedArticles().filter((article) => article.path !== path))
}

function markWithdrawn(path: string, isWithdrawn: boolean): void {
  store(savedArticles().map((article) => (article.path === path ? { ...article, isWithdrawn, files: [] } : article)))
}

function store(articles: readonly SavedArticle[]): void {
  localStorage.setItem(
    SAVED_KEY,
    JSON.stringify(
      articles.map(({ path, title, files, isWithdrawn }) => [path, title, ...(isWithdrawn ? [WITHDRAWN] : files)]),
    ),
  )
  dispatchEvent(new Event('saved'))
}

/** Another release or program may have written it. */
function articleOf(entry: unknown): SavedArticle[] {
  if (!Array.isArray(entry) || !entry.every((part) => typeof part === 'string')) return []
  const [path, title, ...files] = entry
  if (path === undefined || title === undefined || !/^\/(?![/\\])/.test(path)) return []
  return [files[0] === WITHDRAWN ? { path, title, files: [], isWithdrawn: true } : { path, title, files }]
}

/** Per article. */
const MAX_IMAGES = 20
/** Not those of links to other articles. */
const IMAGES = ':is(.hero, .byline, .article-body > :not(.lead-copy)) img'
/** Bytes. */
const MAX_IMAGE = 300_000

/**
 * Keeps the page, its files and own images.
 * @param others further paths
 * @returns paths of the page and the images
 * @throws when the page cannot be kept
 */
export async function keepFiles(path: string, article: ParentNode, others: readonly string[]): Promise<string[]> {
  const cache = await caches.open(SAVED_FILES)
  await put(cache, path)
  const files = [...loadedFiles(), ...others].map((url) => put(cache, url))
  const images = imagesIn(article).map((url) => putImage(cache, url))
  await Promise.allSettled(files)
  const kept = await Promise.allSettled(images)
  const shown = kept.flatMap((result) =>
    result.status === 'fulfilled' && result.value !== undefined ? [result.value] : [],
  )
  return [path, ...shown]
}

/** Keeps other saved articles' images. */
export async function forgetFiles(gone: readonly SavedArticle[]): Promise<void> {
  if (gone.length === 0) return
  const cache = await caches.open(SAVED_FILES)
  const needed = new Set(
    savedArticles()
      .filter(({ isWithdrawn }) => !isWithdrawn)
      .flatMap(({ path, files }) => [path, ...files]),
  )
  const paths = gone.flatMap(({ path, files }) => [path, ...files]).filter((path) => !needed.has(path))
  await Promise.all(paths.map((path) => cache.delete(path)))
}

async function put(cache: Cache, url: string): Promise<void> {
  const { origin, pathname } = new URL(url, location.origin)
  if (origin !== location.origin) return
  const response = await fetch(pathname)
  if (response.status !== 200 || response.redirected) throw new Error(`${pathname}: ${response.status}`)
  await cache.put(pathname, response)
}

/** The worker ignores widths: one serves all. */
async function putImage(cache: Cache, url: URL): Promise<string | undefined> {
  const response = await fetch(url)
  if (response.status !== 200) return undefined
  const image = await response.blob()
  if (image.size > MAX_IMAGE) return undefined
  await cache.put(url.pathname, new Response(image, { headers: { 'content-type': image.type } }))
  return url.pathname
}

function loadedFiles(): string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  return [...new Set(urls)].filter((url) => URL.parse(url)?.pathname.startsWith('/assets/'))
}

function imagesIn(article: ParentNode): URL[] {
  const urls = [...article.querySelectorAll<HTMLImageElement>(IMAGES)].flatMap((image) => {
    const url = URL.parse(image.currentSrc || image.src, location.href)
    return url?.origin === location.origin ? [[url.pathname, url] as const] : []
  })
  return [...new Map(urls).values()].slice(0, MAX_IMAGES)
}

const LOOKED_FOR = 3

/** Failed requests remove nothing (OFFLINE-6). */
async function noticeWithdrawn(onChange: () => void): Promise<void> {
  const change = async (article: SavedArticle, isWithdrawn: boolean): Promise<void> => {
    if (isWithdrawn === (article.isWithdrawn ?? false)) return
    markWithdrawn(article.path, isWithdrawn)
    onChange()
    if (!isWithdrawn) return
    await forgetFiles([article])
    await forget(article.path)
  }
  const cache = await caches.open(SAVED_FILES)
  for (const article of savedArticles())
    if (article.files.includes(article.path) && !(await cache.match(article.path))) await change(article, true)
  for (const article of savedArticles()) {
    const status = await statusOf(article.path)
    if (isGone(status) || status === 200) await change(article, isGone(status))
  }
}

/** Looks for withdrawn articles that nobody opens. */
export async function lookForStored(): Promise<void> {
  const paths: string[] = []
  for (const name of [ARTICLES, SAVED_FILES]) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const type = (await cache.match(request))?.headers.get('content-type')
      if (type?.startsWith('text/html')) paths.push(new URL(request.url).pathname)
    }
  }
  for (let left = LOOKED_FOR; left > 0; left--) {
    const [path] = paths.splice(Math.floor(Math.random() * paths.length), 1)
    if (path !== undefined && isGone(await statusOf(path))) await forget(path)
  }
}

async function forget(path: string): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path)
}

/** 0: failed or redirected. */
async function statusOf(path: string): Promise<number> {
  const response = await fetch(path, { method: 'HEAD', redirect: 'manual' }).catch(() => Response.error())
  return response.status
}

export function showSaved(section: HTMLElement, words: Readonly<Record<string, string>>): void {
  const list = section.querySelector('ul')
  const empty = section.querySelector<HTMLElement>('[data-empty]')
  const status = section.querySelector('[role="status"]')
  if (!list || !empty || !status) return
  const show = (): void => {
    const articles = savedArticles()
    list.replaceChildren(...articles.map((article) => listItem(article, words, () => remove(article))))
    list.hidden = articles.length === 0
    empty.hidden = articles.length > 0
  }
  const remove = (article: SavedArticle): void => {
    const at = savedArticles().findIndex(({ path }) => path === article.path)
    unsave(article.path)
    show()
    status.textContent = words.removed ?? ''
    // It was on the removed item.
    const buttons = list.querySelectorAll('button')
    const next = buttons[Math.min(at, buttons.length - 1)] ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
    forgetFiles([article]).catch(() => {})
  }
  const look = (): void => {
    noticeWithdrawn(show).catch(() => {})
  }
  show()
  look()
  addEventListener('storage', show)
  addEventListener('online', look)
  addEventListener('pageshow', ({ persisted }) => {
    show()
    if (persisted) look()
  })
}

function listItem(
  { path, title, isWithdrawn }: SavedArticle,
  { remove = '', withdrawn = '' }: Readonly<Record<string, string>>,
  onRemove: () => void,
): HTMLElement {
  const item = document.createElement('li')
  const name = isWithdrawn
    ? Object.assign(document.createElement('span'), { textContent: `${title} – ${withdrawn}` })
    : Object.assign(document.createElement('a'), { href: path, textContent: title })
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button button-quiet',
    textContent: remove,
  })
  button.setAttribute('aria-label', `${remove}: ${title}`)
  button.addEventListener('click', onRemove)
  const [image, facts, words] = [
    Object.assign(document.createElement('img'), { alt: '' }),
    document.createElement('p'),
    document.createElement('div'),
  ]
  words.append(facts, name)
  item.append(image, words, button)
  if (!isWithdrawn) void describe(path, image, facts)
  return item
}

/** From the saved page: image, category and minutes. */
async function describe(path: string, image: HTMLImageElement, facts: HTMLElement): Promise<void> {
  const page = await caches.match(path, { cacheName: SAVED_FILES }).catch(() => undefined)
  if (!page) return
  const { body } = new DOMParser().parseFromString(ownHtml(await page.text()), 'text/html')
  const src = URL.parse(body.querySelector('.hero img')?.getAttribute('src') ?? '', location.href)
  if (src?.origin === location.origin) image.src = src.pathname + src.search
  const parts = ['.trail li:last-child', '.article-header > .card-meta', '[data-minutes]'].map((selector) =>
    body.querySelector(selector)?.textContent?.trim(),
  )
  facts.textContent = parts.filter(Boolean).join(' · ')
}

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Adds a bookmark with the number of saved articles (AID-8) before the other tools, which stay.
 * @param link to the list, in the footer
 */
export function start(link: HTMLElement): void {
  const tools = document.querySelector('.header-tools')
  const href = link.getAttribute('href')
  if (!tools || !href) return
  const bookmark = bookmarkTo(href)
  const count = bookmark.appendChild(document.createElement('span'))
  const show = (): void => {
    const { length } = savedArticles()
    bookmark.setAttribute('aria-label', `${link.textContent?.trim() ?? ''}: ${length}`)
    count.textContent = String(length)
    if (length === 0) bookmark.remove()
    else if (!bookmark.isConnected) tools.before(bookmark)
  }
  show()
  for (const type of ['storage', 'saved', 'pageshow']) addEventListener(type, show)
}

function bookmarkTo(href: string): HTMLAnchorElement {
  const bookmark = Object.assign(document.createElement('a'), { className: 'icon-button saved-link', href })
  const icon = document.createElementNS(SVG, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  const path = icon.appendChild(document.createElementNS(SVG, 'path'))
  path.setAttribute('d', 'M6 4h12v16l-6-5-6 5z')
  bookmark.append(icon)
  return bookmark
}
