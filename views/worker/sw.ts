/**
 * The service worker: the portal's shell and the articles already read, for a reader without a network
 * (docs/decisions/008). Hand-written, because it counts against the 6 kB of script that a page may load.
 */
import { ARTICLES, PICTURES, type ReadArticle } from './kept.ts'
import type { FetchingEvent, WorkerScope } from './scope.ts'

declare const self: WorkerScope
/** Set by the build: the hash of what was built, and what the offline page and a kept article need. */
declare const VERSION: string
declare const SHELL: readonly string[]

const SHELL_CACHE = `shell-${VERSION}`
/** Kept of each, the oldest out: articles, and the pictures above them. */
const MAX_KEPT = 50
/** Larger pictures are not kept. Bytes. */
const MAX_PICTURE = 300_000
/** Media answer by it, so that the picture is kept in the form that pages show and not in an older, larger one. */
const PICTURE_ACCEPT = 'image/avif,image/webp,*/*;q=0.8'
/** Interfaces, fragments, search and AMP documents are no articles, whatever a page says. */
const NEVER_KEPT = /^\/(api|fragment|search|wp-json)(\/|$)/
/** What every page asks for by name: its styles and its script. */
const NAMED = /^\/assets\/(app|boot)-/

self.addEventListener('install', (event) => {
  event.waitUntil(fillShell())
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldShells(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('message', (event) => {
  const { article, picture } = Object(event.data) as Partial<Record<keyof ReadArticle, unknown>>
  event.waitUntil(
    Promise.all([keep(ARTICLES, article), keep(PICTURES, picture, { accept: PICTURE_ACCEPT, maxBytes: MAX_PICTURE })]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(event, pathname))
  else if (pathname.startsWith('/assets/') || SHELL.includes(pathname)) event.respondWith(asset(request, pathname))
  else if (request.destination === 'image') event.respondWith(picture(request, pathname))
})

async function fillShell(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE)
  // A name with a hash may come from the browser's own cache, all others are of this release.
  await cache.addAll(SHELL.map((path) => new Request(path, path.startsWith('/assets/') ? {} : { cache: 'reload' })))
}

async function dropOldShells(): Promise<void> {
  const current = [SHELL_CACHE, ARTICLES, PICTURES]
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)))
}

/** The network, however slow; without one the article as it was read, else the offline page. */
async function page({ request, preloadResponse }: FetchingEvent, path: string): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (
      (await caches.match(path, { cacheName: ARTICLES })) ??
      (await caches.match('/offline', { cacheName: SHELL_CACHE })) ??
      Response.error()
    )
  }
}

/**
 * From the cache first: a hashed file never changes. One that is nowhere any more, as a kept article of an earlier
 * release names it, is answered by its successor.
 */
async function asset(request: Request, path: string): Promise<Response> {
  const known = await caches.match(request, { cacheName: SHELL_CACHE })
  if (known) return known
  const answer = await fetch(request).catch(() => Response.error())
  if (isKeepable(answer)) {
    const copy = answer.clone()
    // Nobody waits for it, and a full disk is nobody's failure.
    caches
      .open(SHELL_CACHE)
      .then((cache) => cache.put(request, copy))
      .catch(() => {})
  }
  if (answer.ok) return answer
  const named = NAMED.exec(path)?.[0]
  const successor = named && SHELL.find((candidate) => candidate.startsWith(named))
  return (successor && (await caches.match(successor, { cacheName: SHELL_CACHE }))) || answer
}

/** The picture above a kept article was kept in the one width its reader saw; any width is answered by it. */
async function picture(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(path, { cacheName: PICTURES })) ?? Response.error()
  }
}

function isKeepable({ status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected && !/no-store/.test(headers.get('cache-control') ?? '')
}

interface KeepOptions {
  accept?: string
  maxBytes?: number
}

/** Fetches what was just shown, mostly from the browser's own cache, and keeps it as the newest. */
async function keep(
  cacheName: string,
  address: unknown,
  { accept = '*/*', maxBytes = Number.POSITIVE_INFINITY }: KeepOptions = {},
): Promise<void> {
  if (typeof address !== 'string') return
  const { href, origin, pathname } = new URL(address, location.origin)
  if (origin !== location.origin || NEVER_KEPT.test(pathname)) return
  const answer = await fetch(href, { headers: { accept } }).catch(() => Response.error())
  if (!isKeepable(answer) || Number(answer.headers.get('content-length')) > maxBytes) return
  const cache = await caches.open(cacheName)
  await cache.delete(pathname)
  await cache.put(pathname, answer)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -MAX_KEPT).map((key) => cache.delete(key)))
}
