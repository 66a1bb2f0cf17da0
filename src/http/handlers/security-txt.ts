import type { RequestHandler } from 'express'
import { originOf } from '../../seo/head.ts'
import { cacheAs } from '../caching.ts'
import { contextOf } from '../request-context.ts'
import { fileRoutes } from '../route-declarations.ts'

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

const DAY_MS = 86_400_000
/** Less than a year (RFC 9116, 2.5.5). */
const VALID_DAYS = 180

/** Contacts for vulnerability reports (RFC 9116; SEC-19). */
export function securityTxt(contacts: readonly string[]): RequestHandler {
  return (request, response) => {
    const origin = originOf(contextOf(request).service)
    // The file changes once a day.
    const expires = new Date(Math.floor(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString()
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      'Preferred-Languages: pl, en',
      `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    ]
    cacheAs(response, fileRoutes.securityTxt.caching.securityTxt)
    response.type('text').send(`${lines.join('\n')}\n`)
  }
}
