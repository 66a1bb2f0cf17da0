import type { RequestHandler } from 'express'
import { originOf } from '../../seo/head.ts'
import { cacheAs } from '../caching.ts'
import { contextOf } from '../request-context.ts'

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

const DAY_MS = 86_400_000
/** Within the year of RFC 9116 (2.5.5). The date moves on: the setting names the contacts that are valid now. */
const VALID_DAYS = 180

/** Contacts for reports of weaknesses (RFC 9116; SEC-19). Without a contact in the settings there is no such file. */
export function securityTxt(contacts: readonly string[]): RequestHandler {
  return (request, response) => {
    const origin = originOf(contextOf(request).service)
    // To the day, so that it is the same file for one.
    const expires = new Date(Math.floor(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString()
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      'Preferred-Languages: pl, en',
      `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    ]
    cacheAs(response, 'securityTxt')
    response.type('text').send(`${lines.join('\n')}\n`)
  }
}
