import compression from 'compression'
import type { RequestHandler } from 'express'

/**
 * Compresses what the page cache does not: for it, and for whoever takes plain answers only, the machinery that
 * compresses a stream is not put up at all.
 */
export function compressed(): RequestHandler {
  const compress = compression()
  return (request, response, next) => {
    const accepted = request.headers['accept-encoding']
    if (accepted !== undefined && accepted !== 'identity') return compress(request, response, next)
    response.setHeader('vary', 'Accept-Encoding')
    next()
  }
}
