import type { IncomingMessage, ServerResponse } from 'node:http'
import { cacheControl } from './cache-policy.ts'
import type { Encoding } from './encodings.ts'
import type { PageCache, ReadyAnswer, StoredPage } from './page-cache.ts'
import { readyHead, sendUnder } from './ready-head.ts'
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

/** Who asked for a page, and in which form it is taken. */
export interface Reader {
  /** Of the page in the cache. */
  key: string
  encoding: Encoding
  request: IncomingMessage
  response: ServerResponse
}

/** @param since when the request came, of one that is no hit */
export function sendPage(cache: PageCache, page: StoredPage, reader: Reader, kind: Kind, since?: number): void {
  const { key, encoding, request, response } = reader
  const form = isUnchanged(request, page) ? 'unchanged' : encoding
  if (kind === 'hit') {
    if (form !== 'unchanged') cache.sent(key, page, encoding)
    const ready = page.ready[form]
    if (ready) return void sendReady(ready, reader)
  }
  const send = (body?: Buffer): void => {
    const status = body ? page.status : 304
    const headers = headersOf(page, encoding, kind, since, body)
    if (kind === 'hit') {
      const answer = { head: readyHead(status, headers), ...(body && { body }) }
      page.ready[form] = answer
      sendReady(answer, reader)
    } else {
      response.writeHead(status, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    }
  }
  const body = form === 'unchanged' ? undefined : cache.body(key, page, form)
  if (body instanceof Promise) body.then(send).catch(() => response.destroy())
  else send(body)
}

/** What a hit was answered with before. */
function sendReady({ head, body }: ReadyAnswer, { request, response }: Reader): void {
  sendUnder(head, request, response, request.method === 'HEAD' ? undefined : body)
}

/** Names and values in turn. */
function headersOf(page: StoredPage, encoding: Encoding, kind: Kind, since?: number, body?: Buffer): string[] {
  const isPlain = encoding === 'identity' || body === page.variants.get('identity')
  return Object.entries({
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
