import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { NOTICE_PARAMETER } from '../content/newsletter.ts'
import { isNewsletterNotice } from '../copy.ts'
import type { Service } from '../services/service.ts'
import { cacheControl, PAGE_POLICY } from './cache-policy.ts'
import { type CapturedAnswer, dispatch } from './dispatch.ts'
import type { Encoding } from './encodings.ts'
import type { CacheCounts } from './metrics.ts'
import type { PageCache, StoredPage } from './page-cache.ts'

export interface EdgeSettings {
  app: RequestListener
  /** Counted up with each request. */
  counts?: CacheCounts
  /** Absent: every request renders (PAGE_CACHE=off). */
  cache?: PageCache
  serviceOf: (host: string | undefined) => Service
  onError: (error: unknown) => void
  now?: () => number
}

/** Query parameters that make a page another page. All others are left out of the key and change nothing. */
const KEY_PARAMETERS = ['s', 'page', 'cat'] as const
/** Answered by the application alone: files, operations, interfaces. Feeds are documents like any page. */
const DIRECT = /^\/(?:assets|media|healthz|readyz|version|metrics|ops|api(?!\/feed\/))(?:\/|$)/
const MAX_URL_LENGTH = 2048
const MAX_KNOWN_HOSTS = 64
const MAX_KNOWN_ENCODINGS = 64
/** After a failed refresh the stale answer stands for this long before the next try. Milliseconds. */
const RETRY_PAUSE = 5000
/** Headers that belong to one connection or one answer, not to a stored page. */
const UNSTORED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'etag',
])

/** What the cache had for a request. */
type Kind = 'hit' | 'stale' | 'miss'
type Outcome = { page: StoredPage } | { answer: CapturedAnswer }

/**
 * The page cache in front of Express: a hit is a stored buffer written straight to the socket. One render per key at
 * a time; stale pages are served while a refresh runs in the background, and for a day while it fails.
 */
export function createEdge({
  app,
  cache,
  counts = { hit: 0, stale: 0, miss: 0, coalesced: 0 },
  serviceOf,
  onError,
  now = Date.now,
}: EdgeSettings): RequestListener {
  if (!cache) return app
  const rendering = new Map<string, { since: number; outcome: Promise<Outcome> }>()
  const prefixOf = remember((host) => `${serviceOf(host).name} `, MAX_KNOWN_HOSTS)

  const render = (key: string, url: string, host: string, isRevalidation: boolean): Promise<Outcome> => {
    const since = cache.purges
    const running = rendering.get(key)
    // One that began before a purge may show what was purged.
    if (running?.since === since) {
      counts.coalesced += 1
      return running.outcome
    }
    const outcome = dispatch(app, { url, host, isRevalidation })
      .then((answer): Outcome => {
        const { policy } = answer
        if (!policy || answer.headers['set-cookie']) return { answer }
        const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !UNSTORED.has(name)))
        return { page: cache.set(key, { ...answer, headers }, policy, since) }
      })
      .finally(() => {
        if (rendering.get(key)?.outcome === outcome) rendering.delete(key)
      })
    rendering.set(key, { since, outcome })
    return outcome
  }

  /** A refresh that fails leaves the page as it is, and says so once. */
  const refresh = async (key: string, url: string, host: string, page: StoredPage): Promise<Outcome> => {
    try {
      const outcome = await render(key, url, host, true)
      if ('page' in outcome || outcome.answer.status < 500) return outcome
    } catch (error) {
      onError(error)
    }
    page.retryAt = now() + RETRY_PAUSE
    return { page }
  }

  const answerFor = async (
    key: string,
    url: string,
    host: string,
    stored: StoredPage | undefined,
  ): Promise<Outcome> => {
    if (!stored) return render(key, url, host, false)
    const { fresh, whileRevalidating, ifError } = stored.policy
    const staleFor = (now() - stored.storedAt) / 1000 - fresh
    if (staleFor > ifError) return render(key, url, host, true)
    if (now() < stored.retryAt) return { page: stored }
    const refreshed = refresh(key, url, host, stored)
    return staleFor > whileRevalidating ? refreshed : { page: stored }
  }

  return (request, response) => {
    const url = request.url ?? '/'
    if (!isCacheable(request, url)) return app(request, response)
    const host = request.headers.host ?? ''
    const key = prefixOf(host) + keyOf(url)
    const stored = cache.get(key)
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
    const send = (page: StoredPage, kind: Kind, since?: number): void =>
      sendPage({ cache, key, page, encoding, kind, request, response, ...(since !== undefined && { since }) })
    if (stored && now() - stored.storedAt <= stored.policy.fresh * 1000) {
      counts.hit += 1
      return send(stored, 'hit')
    }
    const kind = stored ? 'stale' : 'miss'
    counts[kind] += 1
    const since = performance.now()
    answerFor(key, url, host, stored).then(
      (outcome) =>
        'page' in outcome ? send(outcome.page, kind, since) : sendAnswer(outcome.answer, request, response),
      (error: unknown) => {
        onError(error)
        if (!response.headersSent) response.writeHead(500)
        response.end()
      },
    )
  }
}

function isCacheable(request: IncomingMessage, url: string): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && url.length <= MAX_URL_LENGTH && url.startsWith('/') && !DIRECT.test(url)
}

/** Path and the parameters that count, in one order. */
function keyOf(url: string): string {
  const mark = url.indexOf('?')
  if (mark === -1) return url
  const path = url.slice(0, mark)
  const query = new URLSearchParams(url.slice(mark + 1))
  const counted = KEY_PARAMETERS.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`]
  })
  // Few notices and no others, so that nobody can fill the cache by making them up.
  const notice = query.get(NOTICE_PARAMETER)
  if (isNewsletterNotice(notice)) counted.push(`${NOTICE_PARAMETER}=${notice}`)
  return counted.length === 0 ? path : `${path}?${counted.join('&')}`
}

/** Few distinct headers make up nearly all traffic; the rest is worked out each time. */
function remember<T>(work: (header: string) => T, max: number): (header: string) => T {
  const known = new Map<string, T>()
  return (header) => {
    const before = known.get(header)
    if (before !== undefined) return before
    const value = work(header)
    if (known.size < max) known.set(header, value)
    return value
  }
}

/** The best encoding the client takes. `q=0` refuses one; other weights do not matter between these three. */
const encodingFor = remember((accepted): Encoding => {
  if (accepted === '') return 'identity'
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item))
    .map((item) => item.split(';', 1)[0]?.trim())
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity'
}, MAX_KNOWN_ENCODINGS)

/** A page on its way to one client. */
interface Delivery {
  cache: PageCache
  key: string
  page: StoredPage
  encoding: Encoding
  kind: Kind
  /** When the request came, of one that is no hit. */
  since?: number
  request: IncomingMessage
  response: ServerResponse
}

function sendPage(delivery: Delivery): void {
  const { cache, key, page, encoding, request, response } = delivery
  if (isUnchanged(request, page)) {
    response.writeHead(304, headOf(delivery))
    response.end()
    return
  }
  const body = cache.body(key, page, encoding)
  if (Buffer.isBuffer(body)) {
    writePage(delivery, body)
    return
  }
  body.then(
    (bytes) => writePage(delivery, bytes),
    () => response.destroy(),
  )
}

function writePage(delivery: Delivery, body: Buffer): void {
  const { page, request, response } = delivery
  response.writeHead(page.status, headOf(delivery, body))
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** A stale answer is for this reader: caches beyond this server must not take it for a fresh one. */
const STALE_CACHE_CONTROL = cacheControl({ ...PAGE_POLICY, fresh: 0 })

/** The headers of hits, by the stored bytes they go with (by the page for a 304): they live as long as those. */
const hitHeads = new WeakMap<Buffer | StoredPage, string[]>()

/** Names and values in one list. Made once for all hits: an object made for each was a third of what a hit costs. */
function headOf({ page, encoding, kind, since }: Delivery, body?: Buffer): string[] {
  const owner = body ?? page
  const known = kind === 'hit' ? hitHeads.get(owner) : undefined
  if (known) return known
  const isPlain = encoding === 'identity' || body === page.variants.get('identity')
  const head = Object.entries({
    ...page.headers,
    ...(kind === 'stale' && { 'cache-control': STALE_CACHE_CONTROL }),
    etag: page.etag,
    vary: 'Accept-Encoding',
    'x-cache': kind,
    'server-timing': serverTiming(kind, since),
    ...(body && !isPlain && { 'content-encoding': encoding }),
    ...(body && { 'content-length': String(body.length) }),
  }).flat()
  if (kind === 'hit') hitHeads.set(owner, head)
  return head
}

/** What the cache did, and how long the reader waited for it (W3C Server Timing). */
function serverTiming(kind: Kind, since: number | undefined): string {
  const waited = since === undefined ? '' : `;dur=${(performance.now() - since).toFixed(1)}`
  return `cache;desc=${kind}${waited}`
}

function isUnchanged(request: IncomingMessage, page: StoredPage): boolean {
  if (page.status !== 200) return false
  const wanted = request.headers['if-none-match']
  if (wanted === undefined) return isNotModifiedSince(request.headers['if-modified-since'], page)
  return wanted === '*' || wanted.split(',').some((tag) => tag.trim() === page.etag)
}

/** By date, for what has one (feeds): a tag, when the client has it, is what counts (RFC 9110, 13.1.3). */
function isNotModifiedSince(since: string | undefined, page: StoredPage): boolean {
  const modified = page.headers['last-modified']
  return since !== undefined && modified !== undefined && Date.parse(modified) <= Date.parse(since)
}

function sendAnswer(answer: CapturedAnswer, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) })
  response.end(request.method === 'HEAD' ? undefined : answer.body)
}
