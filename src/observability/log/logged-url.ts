import { isNewsletterNotice } from '../../content/newsletter.ts'
import { memoizeBounded } from '../../system/memoize/bounded.ts'
import { isToken, plainPath } from './plain-path.ts'

const NUMBERS = new Set(['page', 'w', 'h', 'q'])
const KNOWN = new Set([...NUMBERS, 'cat', 'newsletter'])
const PLAIN = /^[A-Za-z0-9_-]{1,40}$/
const NUMBER = /^\d{1,6}$/
const MAX_PARAMETERS = 10
/** Readers ask for the same URLs, and each request has a line. */
const MAX_URLS = 500

/** Masks values that may be a reader's input, and unknown parameter names (OBS-21). */
export const loggedUrl = memoizeBounded(shownUrl, MAX_URLS)

function shownUrl(url: string): string {
  const mark = url.indexOf('?')
  const path = plainPath(url)
  if (mark === -1) return path
  const query = [...new URLSearchParams(url.slice(mark + 1, mark + 1025))].slice(0, MAX_PARAMETERS)
  const shown = query.map(([name, value]) => {
    if (name === 's') return 's=***'
    if (!KNOWN.has(name)) return '***'
    return `${name}=${isPlain(name, value) ? value : '***'}`
  })
  return `${path}?${[...new Set(shown)].join('&')}`
}

function isPlain(name: string, value: string): boolean {
  if (NUMBERS.has(name)) return NUMBER.test(value)
  return name === 'newsletter' ? isNewsletterNotice(value) : PLAIN.test(value) && !isToken(value)
}
