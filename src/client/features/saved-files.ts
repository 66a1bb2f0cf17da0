import { SAVED_FILES } from '../service-worker/saved-articles.ts'
import { type SavedArticle, savedArticles } from './saved-list.ts'

/** Of one article. */
const MAX_IMAGES = 20
/** Those of the text, and not of links to others. */
const IMAGES = ':is(.hero, .byline, .article-body > :not(.lead-copy)) img'
/** Larger images are not kept. Bytes. */
const MAX_IMAGE = 300_000

/**
 * Keeps an article for reading offline: its page, what that needs to look like itself, and its images of this site.
 * @param others further paths that the reader needs, such as the list of saved articles
 * @returns paths of the page and of the images
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

/** Forgets articles that are no longer in the list, or withdrawn, and images that no other saved article has. */
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

/** Under its path, as the worker looks for it, so that one width serves all. */
async function putImage(cache: Cache, url: URL): Promise<string | undefined> {
  const response = await fetch(url)
  if (response.status !== 200) return undefined
  const image = await response.blob()
  if (image.size > MAX_IMAGE) return undefined
  await cache.put(url.pathname, new Response(image, { headers: { 'content-type': image.type } }))
  return url.pathname
}

/** Styles, scripts and fonts that the page has loaded until now, with their parts. */
function loadedFiles(): string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  return [...new Set(urls)].filter((url) => URL.parse(url)?.pathname.startsWith('/assets/'))
}

/** Each path once. */
function imagesIn(article: ParentNode): URL[] {
  const urls = [...article.querySelectorAll<HTMLImageElement>(IMAGES)].flatMap((image) => {
    const url = URL.parse(image.currentSrc || image.src, location.href)
    return url?.origin === location.origin ? [[url.pathname, url] as const] : []
  })
  return [...new Map(urls).values()].slice(0, MAX_IMAGES)
}
