import { masking } from '../log/masking.ts'
import { plainPath } from '../log/plain-path.ts'

const ADDRESS = /[^\s"'<>=:/,;()]+@[^\s"'<>:/,;()]+/g
const QUERY = /\?[^\s"'`)]+/g
/** The search term in a call's URL. */
const SEARCHED = /(\/search\/)[^/\s"'`)]+/gi
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
/** A run of hexadecimal digits and colons: an IPv6 address, a time, or part of a word. */
const WITH_COLONS = /[0-9a-f:]{3,}/gi
/** Limit of a text, because a CMS may send a whole page as its message. Characters. */
const MAX_TEXT = 2000

/** Removes secrets and possible personal data from a text (OBS-32). */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const mask = masking(secrets)
  return (text) =>
    mask(text)
      .slice(0, MAX_TEXT)
      .replace(ADDRESS, '***')
      .replace(QUERY, '?***')
      .replace(SEARCHED, '$1***')
      .replace(IPV4, '*.*.*.*')
      .replace(WITH_COLONS, (run) => (isIPv6Like(run) ? '***' : run))
}

/** Only IPv6 addresses have adjacent colons, or more colons than a time. */
function isIPv6Like(run: string): boolean {
  return run.includes('::') || run.split(':').length > 3
}

/** A page's path without a reader's input. */
export function scrubbedPath(url: string, scrub: (text: string) => string): string {
  return scrub(plainPath(url))
}
