import type { IncomingMessage, ServerResponse } from 'node:http'
import { memoizeBounded } from '../memoize/bounded.ts'
import { isUnchanged } from '../transport/conditional.ts'
import type { Encoding } from '../transport/encodings.ts'
import { bodyOf, sendSerialised, serialiseResponse } from '../transport/serialised-response.ts'
import type { PageCache } from './page-cache.ts'
import { cacheControl } from './policy.ts'
import type { StoredPage } from './stored-page.ts'

const MAX_KNOWN_ENCODINGS = 64
/** Headers that say how a page is sent, and not what it is. */
const OF_SENDING = new Set(['etag', 'vary', 'x-cache', 'server-timing', 'content-encoding', 'content-length'])

/** What a reader got of the cache: a fresh page, an old one, or one that was made meanwhile. */
export type Kind = 'hit' | 'stale' | 'miss'

/** The best encoding the client takes. `q=0` refuses one; other weights do not matter between these three. */
export const encodingFor = memoizeBounded((accepted): Encoding => {
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
  encoding: Encoding
  request: IncomingMessage
  response: ServerResponse
}

/** @param since when the request came, of one that is no hit */
export function sendPage(cache: PageCache, page: StoredPage, reader: Reader, kind: Kind, since?: number): void {
  const { encoding, request, response } = reader
  const hasIt = page.status === 200 && isUnchanged(request, page.etag, page.headers['last-modified'])
  const form = hasIt ? 'unchanged' : encoding
  if (kind === 'hit') {
    if (form !== 'unchanged') cache.sent(page, encoding)
    // Most by far take this one: a name that stands in the code is found quicker.
    const ready = form === 'br' ? page.ready.br : page.ready[form]
    if (ready) return void sendSerialised(ready, request, response)
  }
  const send = (body?: Buffer): void => {
    // Others may have waited for the same form, and one of them was first.
    const ready = kind === 'hit' ? page.ready[form] : undefined
    if (ready) return void sendSerialised(ready, request, response)
    const status = body ? page.status : 304
    const headers = headersOf(page, encoding, kind, since, body)
    if (kind === 'hit') {
      const captured = serialiseResponse(status, headers, body)
      page.ready[form] = captured
      // The body lies in the response now, and is not kept twice.
      if (body && form !== 'unchanged' && page.variants.get(form) === body) page.variants.set(form, bodyOf(captured))
      sendSerialised(captured, request, response)
    } else {
      response.writeHead(status, headers)
      response.end(body)
    }
  }
  const body = form === 'unchanged' ? undefined : cache.body(page, form)
  if (body instanceof Promise) body.then(send).catch(() => response.destroy())
  else send(body)
}

/** Names and values in turn. */
function headersOf(page: StoredPage, encoding: Encoding, kind: Kind, since?: number, body?: Buffer): string[] {
  const { etag, policy } = page
  const list = ['etag', etag, 'vary', 'Accept-Encoding', 'x-cache', kind, 'server-timing', serverTiming(kind, since)]
  for (const [name, value] of Object.entries(page.headers)) {
    if (OF_SENDING.has(name)) continue
    // A stale response is for this reader: caches beyond this server must not take it for a fresh one.
    const isTooLong = kind === 'stale' && name === 'cache-control'
    list.push(name, isTooLong ? cacheControl({ ...policy, maxAge: 0 }) : value)
  }
  const isPlain = encoding === 'identity' || body === page.variants.get('identity')
  if (body && !isPlain) list.push('content-encoding', encoding)
  if (body) list.push('content-length', String(body.length))
  return list
}

/** What the cache did, and how long the reader waited for it (W3C Server Timing). */
function serverTiming(kind: Kind, since: number | undefined): string {
  const waited = since === undefined ? '' : `;dur=${(performance.now() - since).toFixed(1)}`
  return `cache;desc=${kind}${waited}`
}
