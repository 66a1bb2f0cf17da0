import { masking } from '../log/masking.ts'
import { plainPath } from '../log/plain-path.ts'

const ADDRESS = /[^\s"'<>=:/,;()]+@[^\s"'<>:/,;()]+/g
const QUERY = /\?[^\s"'`)]+/g
const SEARCHED = /(\/search\/)[^/\s"'`)]+/gi
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
const WITH_COLONS = /[0-9a-f:]{3,}/gi
/** A CMS may send a whole page as its message. Characters. */
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

/** Times and words have neither adjacent colons nor as many. */
function isIPv6Like(run: string): boolean {
  return run.includes('::') || run.split(':').length > 3
}

export function scrubbedPath(url: string, scrub: (text: string) => string): string {
  return scrub(plainPath(url))
}
