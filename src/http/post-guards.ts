import type { Request, RequestHandler, Response } from 'express'
import { rateLimit, type Store } from 'express-rate-limit'
import { copy } from '../copy.ts'
import type { Service, Services } from '../services/service.ts'
import { isAllowedOrigin } from './amp-cors.ts'
import { forbidCaching } from './cache-policy.ts'
import { clientKey } from './client.ts'
import { errorDocument } from './error-document.ts'
import { spanOf } from './reading.ts'

/** Refuses what a page of another site has a browser post: 403. */
export function ownPagesOnly(serviceOf: (host: string | undefined) => Service, services: Services): RequestHandler {
  return (request, response, next) => {
    if (isAllowedOrigin(request, serviceOf(request.get('host')), services)) return next()
    forbidCaching(response)
    response.status(403).type('html').send(errorDocument(copy.badRequest))
  }
}

/** Refuses bodies of other types, which nothing here reads: 415. No body at all is none of another type. */
export function onlyTypes(types: string[]): RequestHandler {
  return (request, response, next) => {
    if (request.is(types) !== false || isEmpty(request)) return next()
    forbidCaching(response)
    response.status(415).json({ error: `a body of another type than ${types.join(' or ')}` })
  }
}

/** Express takes a length of nothing for a body. */
function isEmpty(request: Request): boolean {
  return request.get('content-type') === undefined && request.get('content-length') === '0'
}

/**
 * Refuses a client's further requests within a minute: 429. Clients are told apart as `TRUST_PROXY` says.
 * @param store where they are counted; absent: in this process only
 * @param answer what the client is told
 */
export function perMinute(
  limit: number,
  store?: Store,
  answer: (response: Response) => void = (response) =>
    void response.json({ error: `more than ${limit} posts a minute` }),
): RequestHandler {
  const limiter = rateLimit({
    windowMs: 60_000,
    limit,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    // Its advice on headers that a client may send goes to the console, past the log.
    validate: false,
    keyGenerator: ({ ip = '' }) => clientKey(ip),
    ...(store && { store }),
    handler: (_request, response) => {
      forbidCaching(response)
      answer(response.status(429))
    },
  })
  // In the memory of this process there is nothing to wait for.
  if (!store) return limiter
  return (request, response, next) => {
    const span = spanOf(request)?.child('store increment', 'client')
    const counted = (): void => span?.end()
    response.once('close', counted)
    return limiter(request, response, (error?: unknown) => {
      response.off('close', counted)
      counted()
      next(error)
    })
  }
}
