import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Service } from '../services/service.ts'
import { STALE_IF_ERROR, STALE_WHILE_REVALIDATE } from './cache-policy.ts'
import { type CapturedAnswer, dispatch } from './dispatch.ts'
import type { Encoding, PageCache, StoredPage } from './page-cache.ts'

export interface EdgeSettings {
  app: RequestListener
  /** Absent: every request renders (PAGE_CACHE=off). */
  cache?: PageCache
  serviceOf: (host: string | undefined) => Service
  onError: (error: unknown) => void
  now?: () => number
}

/** Query parameters that make a page another page. All others are left out of the key and change nothing. */
const KEY_PARAMETERS = ['s', 'page', 'cat'] as const
/** Answered by the application alone: files, operations, interfaces. */
const DIRECT = /^\/(?:assets|media|healthz|readyz|version|metrics|ops|api)(?:\/|$)/
const MAX_URL_LENGTH = 2048
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

type Outcome = { page: StoredPage } | { answer: CapturedAnswer }

/**
 * The page cache in front of Express: a hit is a stored buffer written straight to the socket. One render per key at
 * a time; stale pages are served while a refresh runs in the background, and for a day while it fails.
 */
export function createEdge({ app, cache, serviceOf, onError, now = Date.now }: EdgeSettings): RequestListener {
  if (!cache) return app
  const rendering = new Map<string, Promise<Outcome>>()

  const render = (key: string, url: string, host: string, isRevalidation: boolean): Promise<Outcome> => {
    const running = rendering.get(key)
    if (running) return running
    const outcome = dispatch(app, { url, host, isRevalidation })
      .then((answer): Outcome => {
        const { policy } = answer
        if (!policy || answer.headers['set-cookie']) return { answer }
        const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !UNSTORED.has(name)))
        return { page: cache.set(key, { ...answer, headers }, policy.fresh * 1000) }
      })
      .finally(() => rendering.delete(key))
    rendering.set(key, outcome)
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
    const age = now() - stored.storedAt - stored.fresh
    if (age > STALE_IF_ERROR * 1000) return render(key, url, host, true)
    if (age > STALE_WHILE_REVALIDATE * 1000 && now() >= stored.retryAt) return refresh(key, url, host, stored)
    if (now() >= stored.retryAt) void refresh(key, url, host, stored)
    return { page: stored }
  }

  return (request, response) => {
    const url = request.url ?? '/'
    if (!isCacheable(request, url)) return app(request, response)
    const host = request.headers.host ?? ''
    const key = `${serviceOf(host).name} ${keyOf(url)}`
    const stored = cache.get(key)
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (stored && now() - stored.storedAt <= stored.fresh)
      return sendPage(cache, key, stored, encoding, 'hit', request, response)
    const kind = stored ? 'stale' : 'miss'
    answerFor(key, url, host, stored).then(
      (outcome) =>
        'page' in outcome
          ? sendPage(cache, key, outcome.page, encoding, kind, request, response)
          : sendAnswer(outcome.answer, request, response),
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
  return counted.length === 0 ? path : `${path}?${counted.join('&')}`
}

/** Few distinct headers make up nearly all traffic; the rest is parsed each time. */
const knownEncodings = new Map<string, Encoding>()
const MAX_KNOWN_ENCODINGS = 64

/** The best encoding the client takes. `q=0` refuses one; other weights do not matter between these three. */
function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const known = knownEncodings.get(accepted)
  if (known) return known
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item))
    .map((item) => item.split(';', 1)[0]?.trim())
  const encoding = taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity'
  if (knownEncodings.size < MAX_KNOWN_ENCODINGS) knownEncodings.set(accepted, encoding)
  return encoding
}

function sendPage(
  cache: PageCache,
  key: string,
  page: StoredPage,
  encoding: Encoding,
  kind: 'hit' | 'stale' | 'miss',
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isUnchanged(request, page)) {
    response.writeHead(304, headersFor(page, kind))
    response.end()
    return
  }
  const body = cache.body(key, page, encoding)
  if (Buffer.isBuffer(body)) {
    writePage(page, body, encoding, kind, request, response)
    return
  }
  body.then(
    (bytes) => writePage(page, bytes, encoding, kind, request, response),
    () => response.destroy(),
  )
}

function writePage(
  page: StoredPage,
  body: Buffer,
  encoding: Encoding,
  kind: 'hit' | 'stale' | 'miss',
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = headersFor(page, kind)
  const isPlain = encoding === 'identity' || body === page.variants.get('identity')
  if (!isPlain) headers['content-encoding'] = encoding
  headers['content-length'] = String(body.length)
  response.writeHead(page.status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function headersFor(page: StoredPage, kind: 'hit' | 'stale' | 'miss'): Record<string, string> {
  return { ...page.headers, etag: page.etag, vary: 'Accept-Encoding', 'x-cache': kind }
}

function isUnchanged(request: IncomingMessage, page: StoredPage): boolean {
  const wanted = request.headers['if-none-match']
  if (wanted === undefined || page.status !== 200) return false
  return wanted === '*' || wanted.split(',').some((tag) => tag.trim() === page.etag)
}

function sendAnswer(answer: CapturedAnswer, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) })
  response.end(request.method === 'HEAD' ? undefined : answer.body)
}
