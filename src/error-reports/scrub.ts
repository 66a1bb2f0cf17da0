import { masking } from '../masking.ts'
import { plainPath } from '../plain-path.ts'

const ADDRESS = /[^\s"'<>=:/,;()]+@[^\s"'<>:/,;()]+/g
const QUERY = /\?[^\s"'`)]+/g
/** What follows a search in the address of a call. */
const SEARCHED = /(\/search\/)[^/\s"'`)]+/gi
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
/** Hexadecimal digits and colons in a row: an IPv6 address, a time, or part of a word. */
const WITH_COLONS = /[0-9a-f:]{3,}/gi
/** A longer text is cut: what a CMS says may be a whole page. Characters. */
const MAX_TEXT = 2000

/** Takes out of a text what is secret, and what may be of a reader (OBS-32). */
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

/** Nothing else has two colons next to each other, or more than a time has. */
function isIPv6Like(run: string): boolean {
  return run.includes('::') || run.split(':').length > 3
}

/** The path of a page, without what a reader wrote into it. */
export function scrubbedAddress(address: string, scrub: (text: string) => string): string {
  return scrub(plainPath(address))
}
