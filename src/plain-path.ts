import { CONFIRMATION_PATH } from './newsletter/confirm-path.ts'

const MAX_LENGTH = 300
/** The token would confirm somebody's subscription. */
const TOKEN = new RegExp(`^(${CONFIRMATION_PATH}/).+$`, 'i')
/** Of the portal's own interface, and of a CMS. */
const SEARCHED = /(\/search\/)[^/]+/gi
const WITH_ADDRESS = /[^/]*(?:@|%40)[^/]*/g

/** The path of an address as others may read it: no query, no token, nothing that a reader wrote (OBS-12). */
export function plainPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.slice(0, MAX_LENGTH).replace(TOKEN, '$1***').replace(SEARCHED, '$1***').replace(WITH_ADDRESS, '***')
}
