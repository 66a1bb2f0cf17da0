import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import { forbidCaching } from './cache-policy.ts'

/**
 * Lets in who has the operator's token (decision 54): without one in the settings there is no such address, 404; with
 * another one 401.
 */
export function bearer(token: string | undefined): RequestHandler {
  return (request, response, next) => {
    forbidCaching(response)
    if (token === undefined) return void response.status(404).type('text').send('404')
    if (isSame(request.get('authorization') ?? '', `Bearer ${token}`)) return next()
    response.status(401).set('www-authenticate', 'Bearer').json({ error: 'a bearer token is needed' })
  }
}

/** In a time that tells nothing of where the difference is. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
