import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Store } from 'express-rate-limit'
import type { Logger } from 'pino'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { plainPath } from '../../observability/log/plain-path.ts'
import { contextOf } from '../request-context.ts'
import { perMinute } from './post-guards.ts'

/** Of one client on all paths (SEC-12). */
const WRONG_TOKENS_PER_MINUTE = 10

interface BearerSettings {
  log: Logger
  /** Absent: this process counts alone. */
  store?: Store
}

/**
 * Replaces the bearer token; `unchecked`: one more check costs too much.
 * @throws with the status of the response, such as 413
 */
export type Proof = (request: Request, token: string) => Promise<'absent' | 'right' | 'wrong' | 'unchecked'>

/**
 * @param prove absent: nothing replaces the token
 * @param challenge what a refusal says is needed
 */
export type Bearer = (token: string | undefined, prove?: Proof, challenge?: readonly string[]) => RequestHandler

/**
 * Guards paths with the operator's token: 404 without one in the settings, 401 for a wrong token, 403 for a wrong
 * proof, 429 when repeated. The right one is never counted (SEC-11, SEC-12).
 */
export function bearerTokens({ log, store }: BearerSettings): Bearer {
  const countWrong = perMinute(WRONG_TOKENS_PER_MINUTE, store, (response) => refuse(response, 'too many wrong tokens'))
  return (token, prove, challenge = ['Bearer']) =>
    async (request, response, next) => {
      forbidCaching(response)
      if (token === undefined) return void response.status(404).type('text').send('404')
      if (isSame(request.get('authorization') ?? '', `Bearer ${token}`)) return next()
      const proof = (await prove?.(request, token)) ?? 'absent'
      if (proof === 'right') return next()
      if (proof === 'unchecked')
        return refuse(response.status(429).set('retry-after', '60'), 'too many wrong signatures')
      return countWrong(request, response, (error?: unknown) => {
        if (error !== undefined) return next(error)
        logRefusal(log, request)
        if (proof === 'wrong') return refuse(response.status(403), 'the signature is wrong')
        refuse(response.status(401).set('www-authenticate', [...challenge]), 'a bearer token is needed')
      })
    }
}

/** The limit on wrong tokens bounds these lines. */
function logRefusal(log: Logger, request: Request): void {
  const { requestId } = contextOf(request)
  log.warn(
    { requestId, client: pseudonym(request.ip ?? ''), path: plainPath(request.path) },
    'wrong or missing bearer token',
  )
}

const PSEUDONYM_KEY = randomBytes(32)

/** Keeps IP addresses out of the log. */
function pseudonym(address: string): string {
  return createHmac('sha256', PSEUDONYM_KEY).update(address).digest('base64url').slice(0, 8)
}

function refuse(response: Response, error: string): void {
  response.json({ error })
}

/** Compares in constant time. */
export function isSame(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(expected))
}
