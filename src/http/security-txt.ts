import type { RequestHandler } from 'express'
import { originOf } from '../seo/head.ts'
import type { Service } from '../services/service.ts'
import { allowCaching, type CachePolicy, PAGE_POLICY } from './cache-policy.ts'

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

const DAY_MS = 86_400_000
/** Within the year that RFC 9116 (2.5.5) asks for, and always that far away: who is named here is a setting that is looked at. */
const VALID_DAYS = 180
const POLICY: CachePolicy = { ...PAGE_POLICY, fresh: 3600 }

/** Who is told of a weakness of the portal (RFC 9116; SEC-19). Without a contact in the settings there is no such file. */
export function securityTxt(
  contacts: readonly string[],
  serviceOf: (host: string | undefined) => Service,
): RequestHandler {
  return (request, response) => {
    const origin = originOf(serviceOf(request.get('host')))
    // To the day, so that it is the same file for one.
    const expires = new Date(Math.floor(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString()
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      'Preferred-Languages: pl, en',
      `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    ]
    allowCaching(response, POLICY)
    response.type('text').send(`${lines.join('\n')}\n`)
  }
}
