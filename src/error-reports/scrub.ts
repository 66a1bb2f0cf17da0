import { masking } from '../masking.ts'
import { plainPath } from '../plain-path.ts'

const ADDRESS = /[^\s"'<>=:/,;()]+@[^\s"'<>:/,;()]+/g
const QUERY = /\?[^\s"'`)]+/g
/** What follows a search in the address of a call. */
const SEARCHED = /(\/search\/)[^/\s"'`)]+/gi
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
const IPV6 = /\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\b|(?:[0-9a-f]{1,4}:)*:(?::?[0-9a-f]{1,4})+\b/gi
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
      .replace(IPV6, '***')
}

/** The path of a page, without what a reader wrote into it. */
export function scrubbedAddress(address: string, scrub: (text: string) => string): string {
  return scrub(plainPath(address))
}
