import * as z from 'zod'

export const httpUrl = z
  .string()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'is not an http(s) URL')
  .refine((value) => !hasCredentials(value), 'must not carry a user name or a password')
  .transform((value) => value.replace(/\/+$/, ''))
/** An https URL without a user name or a password. */
export const httpsUrl = z.string().refine((value) => {
  const url = URL.parse(value)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}, 'is not an https URL')
export const origin = httpUrl.refine((value) => URL.parse(value)?.pathname === '/', 'must be an origin, without a path')
export const numeric = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
export const onOff = z.enum(['on', 'off'], 'must be on or off')
/** Of this server's endpoints. */
export const bearerToken = z.string().min(8, 'must have at least 8 characters')
export const httpUrls = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(z.array(httpUrl))
/** Separated by commas; IPv6 in brackets. */
export const hostNames = z
  .string()
  .toLowerCase()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .pipe(z.array(z.string().regex(/^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[\da-f:.]+\])$/, 'is not a list of host names')))
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
/** Each call has the token, so only this machine may have clear text (RES-14). */
export const storeUrl = httpUrl.refine((value) => {
  const url = URL.parse(value)
  return url?.protocol === 'https:' || LOOPBACK.test(url?.hostname ?? '')
}, 'must start with https')
function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}
