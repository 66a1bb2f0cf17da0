import type { IncomingMessage, ServerResponse } from 'node:http'
import { cacheControl } from './cache-policy.ts'
import type { Encoding } from './encodings.ts'
import type { PageCache, StoredPage } from './page-cache.ts'
import { remember } from './remember.ts'

const MAX_KNOWN_ENCODINGS = 64

/** What a reader got of the cache: a fresh page, an old one, or one that was made meanwhile. */
export type Kind = 'hit' | 'stale' | 'miss'

/** The best encoding the client takes. `q=0` refuses one; other weights do not matter between these three. */
export const encodingFor = remember((accepted): Encoding => {
  if (accepted === '') return 'identity'
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item))
    .map((item) => item.split(';', 1)[0]?.trim())
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity'
}, MAX_KNOWN_ENCODINGS)

/** A page on its way to one client. */
export interface Delivery {
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

export function sendPage(delivery: Delivery): void {
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

/**
 * Names and values in one list. Made once for all hits and kept with the page: an object made for each was a third of
 * what a hit costs.
 */
function headOf({ page, encoding, kind, since }: Delivery, body?: Buffer): string[] {
  const form = body ? encoding : 'unchanged'
  const known = kind === 'hit' ? page.heads.get(form) : undefined
  if (known && known.body === body) return known.head
  const isPlain = encoding === 'identity' || body === page.variants.get('identity')
  const head = Object.entries({
    ...page.headers,
    // A stale answer is for this reader: caches beyond this server must not take it for a fresh one.
    ...(kind === 'stale' && { 'cache-control': cacheControl({ ...page.policy, fresh: 0 }) }),
    etag: page.etag,
    vary: 'Accept-Encoding',
    'x-cache': kind,
    'server-timing': serverTiming(kind, since),
    ...(body && !isPlain && { 'content-encoding': encoding }),
    ...(body && { 'content-length': String(body.length) }),
  }).flat()
  if (kind === 'hit') page.heads.set(form, { body, head })
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
