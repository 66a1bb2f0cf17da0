/**
 * Serves the shell and read articles offline (docs/decisions/008). It counts as a page's script (PERF-1), so it is
 * hand-written.
 */
import { ARTICLES, IMAGES, isGone, type ReadArticle, type UsedPage } from './saved-articles.ts'

declare const self: WorkerScope
/** By the build: its hash, and files of the offline page and stored articles. */
declare const VERSION: string
declare const SHELL: readonly string[]
/** By the build too: what a used article loads. */
declare const PARTS: readonly string[]

/** Other caches belong to the reader. */
const SHELLS = 'shell-'
const SHELL_CACHE = SHELLS + VERSION
/** Per cache. */
const MAX_KEPT = 50
/** Bytes, compressed. */
const MAX_BYTES = 300_000
/** Otherwise a larger format comes. */
const ACCEPT = 'image/avif,image/webp,*/*;q=0.8'
const NEVER_KEPT = /^\/(api|fragment|search|wp-json)(\/|$)/
const PRELOADED_FONT = /<([^<>]{1,200})>; rel=preload; as=font/g
const NAMED = /^\/assets\/(app|boot)-/

self.addEventListener('install', (event) => {
  event.waitUntil(completeShell())
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldShells(), preloadPages()]))
})

self.addEventListener('message', (event) => {
  const { article, image, isUsed } = Object(event.data) as Partial<Record<keyof ReadArticle | keyof UsedPage, unknown>>
  event.waitUntil(Promise.all([keep(ARTICLES, article), keep(IMAGES, image), isUsed && keepParts()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    event.respondWith(page(event, pathname))
    event.waitUntil(completeShell())
  } else if (/^\/(assets|fonts)\//.test(pathname) || SHELL.includes(pathname))
    event.respondWith(asset(request, pathname))
  else if (request.destination === 'image') event.respondWith(image(request, pathname))
})

function offlinePage(): Promise<Response | undefined> {
  return caches.match('/offline', { cacheName: SHELL_CACHE })
}

async function keepParts(): Promise<void> {
  await (await caches.open(SHELL_CACHE)).addAll(PARTS)
}

/** WebKit may activate a worker stopped in its installation: every page completes the shell (OFFLINE-1). */
async function completeShell(): Promise<void> {
  if (await offlinePage()) return
  const cache = await caches.open(SHELL_CACHE)
  // Only hashed files may be the browser cache's.
  await cache.addAll(SHELL.map((path) => new Request(path, path.startsWith('/assets/') ? {} : { cache: 'reload' })))
  const offline = await cache.match('/offline')
  const fonts = [...(offline?.headers.get('link') ?? '').matchAll(PRELOADED_FONT)].map(([, url = '']) => url)
  // Pages are whole without fonts.
  await cache.addAll(fonts).catch(() => {})
}

/** Firefox shows its error page for a failed preload (BROWSER-1); earlier releases enabled it. */
async function preloadPages(): Promise<void> {
  const preload = self.registration.navigationPreload
  await (self.navigator.userAgent.includes('Firefox/') ? preload?.disable() : preload?.enable())
}

async function dropOldShells(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(SHELLS) && name !== SHELL_CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

async function page(event: FetchingEvent, path: string): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (isGone(response.status)) event.waitUntil(forget(path))
    return response
  } catch {
    return (await caches.match(path)) ?? (await offlinePage()) ?? Response.error()
  }
}

/** Withdrawn articles leave all caches (OFFLINE-6). */
async function forget(path: string): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path)
}

/** Replaces an earlier release's file. */
async function asset(request: Request, path: string): Promise<Response> {
  const known = await caches.match(request)
  if (known) return known
  const response = await fetch(request).catch(() => Response.error())
  if (isKeepable(response)) {
    const copy = response.clone()
    // A full disk is no error.
    caches
      .open(SHELL_CACHE)
      .then((cache) => cache.put(request, copy))
      .catch(() => {})
  }
  if (response.ok) return response
  const named = NAMED.exec(path)?.[0]
  const successor = named && SHELL.find((candidate) => candidate.startsWith(named))
  return (successor && (await caches.match(successor, { cacheName: SHELL_CACHE }))) || response
}

/** One stored width serves all. */
async function image(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(path)) ?? Response.error()
  }
}

function isKeepable({ status, redirected, headers }: Response): boolean {
  return status === 200 && !redirected && !/no-store/.test(headers.get('cache-control') ?? '')
}

async function keep(cacheName: string, url: unknown): Promise<void> {
  if (typeof url !== 'string') return
  const { origin, pathname } = new URL(url, location.origin)
  if (origin !== location.origin || NEVER_KEPT.test(pathname)) return
  const response = await fetch(url, { headers: { accept: ACCEPT } }).catch(() => Response.error())
  if (!isKeepable(response) || Number(response.headers.get('content-length')) > MAX_BYTES) return
  const cache = await caches.open(cacheName)
  await cache.delete(pathname)
  await cache.put(pathname, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -MAX_KEPT).map((key) => cache.delete(key)))
}

/** TypeScript cannot load the libraries of both workers and documents. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly navigator: { readonly userAgent: string }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchingEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkEvent & { readonly data: unknown }) => void): void
}

interface WorkEvent {
  waitUntil(work: Promise<unknown>): void
}

interface FetchingEvent extends WorkEvent {
  readonly request: Request
  /** Undefined: no navigation began it. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
