import compression from 'compression'
import type { RequestHandler, Response } from 'express'

const asTheyLie = new WeakSet<object>()

/** What is sent is not compressed: a file, which would be again for each request. */
export function sendAsItLies(response: Response): void {
  asTheyLie.add(response)
}

/**
 * Compresses what the page cache does not. For the page cache, and for clients that accept plain responses only, no
 * compression stream is set up.
 */
export function compressed(): RequestHandler {
  const compress = compression({
    filter: (request, response) => !asTheyLie.has(response) && compression.filter(request, response),
  })
  return (request, response, next) => {
    const accepted = request.headers['accept-encoding']
    if (accepted !== undefined && accepted !== 'identity') return compress(request, response, next)
    response.setHeader('vary', 'Accept-Encoding')
    next()
  }
}
