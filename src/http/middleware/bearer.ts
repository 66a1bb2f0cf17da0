import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Store } from 'express-rate-limit'
import type { Logger } from 'pino'
import { forbidCaching } from '../../page-cache/policy.ts'
import { contextOf } from '../request-context.ts'
import { perMinute } from './post-guards.ts'

/** Of one client, at all addresses that have a token; the next one in the same minute is 429 (SEC-12). */
const WRONG_TOKENS_PER_MINUTE = 10

interface BearerSettings {
  log: Logger
  /** Where wrong tokens are counted; absent: in this process only. */
  store?: Store
}

/** Makes the guard of an address for the token it has; without one in the settings there is no such address. */
export type Bearer = (token: string | undefined) => RequestHandler

/**
 * Lets in requests with the operator's token: without one in the settings there is no such address, 404; with another one
 * 401, and soon 429. The right one is never counted, so that a client with the operator's IP address cannot lock them out
 * (SEC-11, SEC-12).
 */
export function bearerTokens({ log, store }: BearerSettings): Bearer {
  const countWrong = perMinute(WRONG_TOKENS_PER_MINUTE, store, (response) => refuse(response, 'too many wrong tokens'))
  return (token) => (request, response, next) => {
    forbidCaching(response)
    if (token === undefined) return void response.status(404).type('text').send('404')
    if (isSame(request.get('authorization') ?? '', `Bearer ${token}`)) return next()
    return countWrong(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error)
      logRefusal(log, request)
      refuse(response.status(401).set('www-authenticate', 'Bearer'), 'a bearer token is needed')
    })
  }
}

/** No more lines than the limit lets through. */
function logRefusal(log: Logger, request: Request): void {
  const { requestId } = contextOf(request)
  log.warn({ requestId, client: pseudonym(request.ip ?? ''), path: request.path }, 'wrong or missing bearer token')
}

const PSEUDONYM_KEY = randomBytes(32)

/** The same for one address while the process lives, and no address: there are none of those in the log. */
function pseudonym(address: string): string {
  return createHmac('sha256', PSEUDONYM_KEY).update(address).digest('base64url').slice(0, 8)
}

function refuse(response: Response, error: string): void {
  response.json({ error })
}

/** In constant time. */
function isSame(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(expected))
}
