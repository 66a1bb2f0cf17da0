import type { IncomingMessage, ServerResponse } from 'node:http'
import { cacheControl, EDGE_AGE_OF_STALE, edgeHeaders, isEdgeHeader } from '../../system/cache-headers.ts'
import { memoizeBounded } from '../../system/memoize.ts'
import { isUnchanged, sendPart } from '../transport/conditional.ts'
import type { Encoding } from '../transport/encodings.ts'
import { bodyOf, type SendSerialised, serialiseResponse } from '../transport/serialised-response.ts'
import type { PageCache } from './page-cache.ts'
import type { StoredPage } from './stored-page.ts'

const MAX_KNOWN_ENCODINGS = 64
const HIT_TIMING = 'cache;desc=hit'
const OWN_HEADERS = new Set(['etag', 'vary', 'x-cache', 'server-timing', 'content-encoding', 'content-length'])

export type Kind = 'hit' | 'stale' | 'miss'

/** `q=0` refuses an encoding; other weights are ignored. */
export const encodingFor = memoizeBounded((accepted): Encoding => {
  if (accepted === '') return 'identity'
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item))
    .map((item) => item.split(';', 1)[0]?.trim())
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity'
}, MAX_KNOWN_ENCODINGS)

export interface Reader {
  encoding: Encoding
  request: IncomingMessage
  response: ServerResponse
  /** Path of the page that `Accept` chose in place of the requested one. */
  chosen?: string
}

export type SendPage = (page: StoredPage, reader: Reader, kind: Kind, since?: number) => void

export function createPageSender(cache: PageCache, sendSerialised: SendSerialised): SendPage {
  /** Sends plain bytes, whatever the client accepts (COST-53). */
  const sendRange: SendPage = (page, { request, response }, kind, since) => {
    const send = (body: Buffer): void => {
      const headers = headersOf(page, 'identity', kind, since, body)
      if (sendPart(request, response, body, strongTag(page.etag), headers)) return
      response.writeHead(page.status, headers)
      response.end(body)
    }
    const body = cache.body(page, 'identity')
    if (body instanceof Promise) body.then(send).catch(() => response.destroy())
    else send(body)
  }
  return (page, reader, kind, since) => {
    const { encoding, request, response, chosen } = reader
    const isSerialised = kind === 'hit' && chosen === undefined
    const isKnown = page.status === 200 && isUnchanged(request, page.etag)
    if (!isKnown && request.headers.range !== undefined && page.headers['accept-ranges'] !== undefined) {
      sendRange(page, reader, kind, since)
      return
    }
    const variant = isKnown ? 'unchanged' : encoding
    if (isSerialised) {
      if (variant !== 'unchanged') cache.sent(page, encoding)
      // V8 reads a constant name faster.
      const ready = variant === 'br' ? page.ready.br : page.ready[variant]
      if (ready) {
        sendSerialised(ready, request, response)
        return
      }
    }
    const send = (body?: Buffer): void => {
      const ready = isSerialised ? page.ready[variant] : undefined
      if (ready) {
        sendSerialised(ready, request, response)
        return
      }
      const status = body ? page.status : 304
      const headers = headersOf(page, encoding, kind, since, body, chosen)
      if (isSerialised) {
        const serialised = serialiseResponse(status, headers, body)
        page.ready[variant] = serialised
        // The serialised response contains the body already.
        if (body && variant !== 'unchanged' && page.variants[variant] === body)
          page.variants[variant] = bodyOf(serialised)
        sendSerialised(serialised, request, response)
      } else {
        response.writeHead(status, headers)
        response.end(body)
      }
    }
    const body = variant === 'unchanged' ? undefined : cache.body(page, variant)
    if (body instanceof Promise) body.then(send).catch(() => response.destroy())
    else send(body)
  }
}

function headersOf(
  page: StoredPage,
  encoding: Encoding,
  kind: Kind,
  since?: number,
  body?: Buffer,
  chosen?: string,
): string[] {
  const { etag, policy } = page
  const isPlain = encoding === 'identity' || body === page.variants.identity
  const hasRanges = page.headers['accept-ranges'] !== undefined
  // Only plain bytes have a strong tag, for ranges.
  const list = [
    'etag',
    hasRanges && isPlain ? strongTag(etag) : etag,
    ...(chosen === undefined ? ['vary', 'Accept-Encoding'] : []),
    'x-cache',
    kind,
    'server-timing',
    serverTiming(kind, since),
  ]
  // A page purged while rendered is as old as a stale one (CACHE-15).
  const isOld = kind === 'stale' || page.isPurged
  for (const [name, value] of Object.entries(page.headers)) {
    if (OWN_HEADERS.has(name) || (name === 'accept-ranges' && !isPlain)) continue
    if (chosen !== undefined && (isEdgeHeader(name) || name === 'cache-control')) continue
    if (isOld && isEdgeHeader(name)) {
      list.push(name, edgeHeaders({ ...policy, maxAge: EDGE_AGE_OF_STALE })[name])
      continue
    }
    // Downstream caches must not store stale as fresh, nor an incomplete page at all (FEED-7).
    const isTooLong = kind === 'stale' && name === 'cache-control' && !page.isIncomplete
    list.push(name, isTooLong ? cacheControl({ ...policy, maxAge: 0 }) : value)
  }
  if (chosen !== undefined) list.push(...Object.entries(chosenHeaders(chosen)).flat())
  if (body && !isPlain) list.push('content-encoding', encoding)
  // RFC 9110, 8.6
  if (body && page.status !== 204) list.push('content-length', String(body.length))
  return list
}

/** Forbids shared caches to store, since most ignore `Vary` (docs/decisions/152). */
export function chosenHeaders(path: string): Record<string, string> {
  return { vary: 'Accept, Accept-Encoding', 'content-location': path, 'cache-control': 'private, no-cache' }
}

function strongTag(etag: string): string {
  return etag.replace(/^W\//, '')
}

/** Names the reader's wait (W3C Server Timing). */
function serverTiming(kind: Kind, since: number | undefined): string {
  if (kind === 'hit' && since === undefined) return HIT_TIMING
  const waited = since === undefined ? '' : `;dur=${(performance.now() - since).toFixed(1)}`
  return `cache;desc=${kind}${waited}`
}
