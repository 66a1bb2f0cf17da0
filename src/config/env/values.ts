import { isIP } from 'node:net'
import * as z from 'zod'
import type { ServiceName } from '../../services/service.ts'

/** A URL without a trailing slash. */
export const httpUrl = z
  .string()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'is not an http(s) URL')
  .refine((value) => !hasCredentials(value), 'must not carry a user name or a password')
  .transform((value) => value.replace(/\/+$/, ''))
export const origin = httpUrl.refine((value) => URL.parse(value)?.pathname === '/', 'must be an origin, without a path')
/** A whole number within bounds. */
export const numeric = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
/** A comma-separated list of URLs. */
export const httpUrls = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(z.array(httpUrl))
/** Contacts for vulnerabilities: e-mail addresses and URLs, comma-separated (RFC 9116, 2.5.3). */
export const securityContacts = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim().replace(/^(?=[^:@\s]+@[^:@\s]+$)/, 'mailto:')))
  .refine(
    (items) => items.every((item) => /^(?:mailto:[!-?A-~]+@[!-?A-~]+|https:\/\/[!-~]+|tel:\+?[\d-]+)$/.test(item)),
    'must be e-mail addresses, https or tel URLs',
  )
/** A comma-separated list of host names and addresses; brackets around IPv6. */
export const hostNames = z
  .string()
  .toLowerCase()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(z.array(z.string().regex(/^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[\da-f:.]+\])$/, 'is not a list of host names')))
/** Hosts of media: names of the internet, or `*.` before the name of all subdomains; no IP addresses, no ports. */
export const mediaHosts = z
  .string()
  .toLowerCase()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(
    z.array(
      z.string().regex(/^(?:\*\.)?(?:[a-z0-9-]{1,63}\.){1,10}[a-z][a-z0-9-]{1,62}$/, 'is not a list of host names'),
    ),
  )
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
/**
 * Every call carries the token, so clear text is allowed only on this machine (RES-14).
 */
export const storeUrl = httpUrl.refine((value) => {
  const url = URL.parse(value)
  return url?.protocol === 'https:' || LOOPBACK.test(url?.hostname ?? '')
}, 'must start with https')
export const serviceNameOf = (names: readonly ServiceName[]) => z.enum(names, `must be one of ${names.join(', ')}`)

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** A number of hops, or a comma-separated list of addresses, networks and Express' names for them. */
export function trustedProxies(value: string, context: z.RefinementCtx): number | string[] {
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const items = value.split(',').map((item) => item.trim())
  const isKnown = (item: string): boolean =>
    NAMED_NETWORKS.has(item) || (isIP(item.split('/', 1)[0] ?? '') !== 0 && /^[^/]+(?:\/\d{1,3})?$/.test(item))
  if (!items.every(isKnown)) {
    context.addIssue({ code: 'custom', message: 'is neither a number of proxies nor a list of IP addresses' })
  }
  return items
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}
