import compression from 'compression'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { CapturedResponse, SendCaptured } from '../../edge/page-cache/dispatch.ts'

const uncompressed = new WeakSet<object>()
/** Smaller bodies gain nothing. Bytes. */
const THRESHOLD = 1024
const PARTIAL = 206

/** Disables compression: a large file would be compressed again for each request. */
export function sendUncompressed(response: Response): void {
  uncompressed.add(response)
}

/** Compresses responses that the page cache does not (CACHE-11). Other requests get no compression stream. */
export function compressed(): RequestHandler {
  const compress = compression({ filter: isCompressed, threshold: THRESHOLD })
  return (request, response, next) => {
    const accepted = request.headers['accept-encoding']
    if (accepted !== undefined && accepted !== 'identity') return compress(request, response, next)
    response.vary('Accept-Encoding')
    next()
  }
}

/** Decides before the headers are sent, and adapts them. */
function isCompressed(request: Request, response: Response): boolean {
  // A range is one of the plain bytes.
  if (uncompressed.has(response) || response.statusCode === PARTIAL) return false
  if (!compression.filter(request, response)) return false
  const length = response.getHeader('content-length')
  if (length !== undefined && Number(length) < THRESHOLD) return true
  const isTransformed = !/(?:^|,)\s*no-transform\s*(?:,|$)/i.test(String(response.getHeader('cache-control') ?? ''))
  if (!isTransformed || response.hasHeader('content-encoding') || !request.acceptsEncodings('br', 'gzip', 'deflate')) {
    return true
  }
  const etag = response.getHeader('etag')
  // A strong tag would say that both forms are the same bytes.
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('etag', `W/${etag}`)
  // The length of the plain form is not that of a GET (RFC 9110, 8.6).
  if (request.method === 'HEAD') response.removeHeader('content-length')
  return true
}

/** Sends what the page cache has captured and does not store. */
export function compressedCaptured(): SendCaptured {
  const pending = new WeakMap<object, CapturedResponse>()
  const sender = express()
  sender.disable('x-powered-by')
  sender.use(compressed())
  sender.use((request, response) => {
    const { status = 500, headers = {}, body = '' } = pending.get(request) ?? {}
    response.writeHead(status, { ...headers, 'content-length': String(body.length) })
    response.end(body)
  })
  return (captured, request, response) => {
    pending.set(request, captured)
    sender(request, response)
  }
}
