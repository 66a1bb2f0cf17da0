import compression from 'compression'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { CapturedResponse, SendCaptured } from '../../edge/page-cache/dispatch.ts'

const uncompressed = new WeakSet<object>()
/** Bytes. */
const THRESHOLD = 1024
const PARTIAL = 206

/** A large file would be compressed for each request. */
export function sendUncompressed(response: Response): void {
  uncompressed.add(response)
}

/** Compresses what the page cache does not (CACHE-11). */
export function compressed(): RequestHandler {
  const compress = compression({ filter: isCompressed, threshold: THRESHOLD })
  return (request, response, next) => {
    const accepted = request.headers['accept-encoding']
    if (accepted !== undefined && accepted !== 'identity') return compress(request, response, next)
    response.vary('Accept-Encoding')
    next()
  }
}

/** Adapts the headers before they are sent. */
function isCompressed(request: Request, response: Response): boolean {
  // Ranges are of plain bytes.
  if (uncompressed.has(response) || response.statusCode === PARTIAL) return false
  if (!compression.filter(request, response)) return false
  const length = response.getHeader('content-length')
  if (length !== undefined && Number(length) < THRESHOLD) return true
  const isTransformed = !/(?:^|,)\s*no-transform\s*(?:,|$)/i.test(String(response.getHeader('cache-control') ?? ''))
  if (!isTransformed || response.hasHeader('content-encoding') || !request.acceptsEncodings('br', 'gzip', 'deflate')) {
    return true
  }
  const etag = response.getHeader('etag')
  // The bytes are not those of a strong tag.
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('etag', `W/${etag}`)
  // The plain length is not a GET's (RFC 9110, 8.6).
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
