import type { Request, RequestHandler, Response } from 'express'
import { rateLimit, type Store } from 'express-rate-limit'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import type { Services } from '../../services/service.ts'
import { clientKey } from '../../system/network/addresses.ts'
import { contextOf } from '../request-context.ts'
import { isAllowedOrigin } from './amp-cors.ts'

type Refuse = (response: Response) => void

/** Refuses other sites' posts: 403. */
export function ownPagesOnly(services: Services, respond: Refuse = refuseWithPage): RequestHandler {
  return (request, response, next) => {
    if (isAllowedOrigin(request, contextOf(request).service, services)) return next()
    forbidCaching(response)
    respond(response.status(403))
  }
}

function refuseWithPage(response: Response): void {
  const { service } = contextOf(response.req)
  response.type('html').send(errorDocument(service, service.messages.badRequest))
}

/** Refuses bodies of other types: 415. */
export function onlyTypes(
  types: string[],
  respond: Refuse = (response) => void response.json({ error: `a body of another type than ${types.join(' or ')}` }),
): RequestHandler {
  return (request, response, next) => {
    if (request.is(types) !== false || isEmpty(request)) return next()
    forbidCaching(response)
    respond(response.status(415))
  }
}

/** Express treats `content-length: 0` as a body. */
function isEmpty(request: Request): boolean {
  return request.get('content-type') === undefined && request.get('content-length') === '0'
}

/**
 * Refuses a client's further requests within a minute: 429. `TRUST_PROXY` decides who is a client.
 * @param store absent: this process counts alone
 */
export function perMinute(
  limit: number,
  store?: Store,
  respond: Refuse = (response) => void response.json({ error: `more than ${limit} posts a minute` }),
): RequestHandler {
  const limiter = rateLimit({
    windowMs: 60_000,
    limit,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    // Its warnings would bypass the log.
    validate: false,
    keyGenerator: ({ ip = '' }) => clientKey(ip),
    store,
    handler: (_request, response) => {
      forbidCaching(response)
      respond(response.status(429))
    },
  })
  if (!store) return limiter
  return (request, response, next) => {
    const span = contextOf(request).content.span?.child('store increment', 'client')
    const counted = (): void => span?.end()
    response.once('close', counted)
    return limiter(request, response, (error?: unknown) => {
      response.off('close', counted)
      counted()
      next(error)
    })
  }
}
