import compression from 'compression'
import type { RequestHandler, Response } from 'express'

const uncompressed = new WeakSet<object>()

/** Disables compression of a response: a large file would be compressed again for each request. */
export function sendUncompressed(response: Response): void {
  uncompressed.add(response)
}

/**
 * Compresses responses that the page cache does not. Requests of the page cache, and of clients that accept no
 * encoding, get no compression stream.
 */
export function compressed(): RequestHandler {
  const compress = compression({
    filter: (request, response) => !uncompressed.has(response) && compression.filter(request, response),
  })
  return (request, response, next) => {
    const accepted = request.headers['accept-encoding']
    if (accepted !== undefined && accepted !== 'identity') return compress(request, response, next)
    response.setHeader('vary', 'Accept-Encoding')
    next()
  }
}
