import { isIP } from 'node:net'
import { ISSUE_ID } from '../../content/issue-id.ts'
import { isNewsletterNotice } from '../../content/newsletter.ts'
import {
  CONFIRMATION_PATH,
  ERASURE_STEP,
  EXPORT_STEP,
  PREFERENCES_PATH,
  UNSUBSCRIBE_PATH,
} from '../../content/newsletter-paths.ts'
import { memoizeBounded } from '../../system/memoize.ts'

const MAX_LENGTH = 300
const MAX_READ = 2000
/** Text encoded more often is masked. */
const MAX_ROUNDS = 8
const MASK = '***'

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const TOKEN_PAGES = new Set([CONFIRMATION_PATH, UNSUBSCRIBE_PATH, PREFERENCES_PATH].map(lastOf))
const TOKEN_STEPS = new Set([EXPORT_STEP, ERASURE_STEP])

/** Hides queries, tokens and readers' input in any spelling or prefix (OBS-10, OBS-21). */
export function plainPath(url: string): string {
  const decoded = asciiDecoded(url.slice(0, MAX_READ)).replaceAll('\\', '/')
  const segments: string[] = []
  for (const segment of beforeAny(decoded, '?#').split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${shownSegments(segments).join('/')}`.slice(0, MAX_LENGTH)
}

function shownSegments(segments: readonly string[]): string[] {
  const names = segments.map((segment) => segment.toLowerCase())
  const search = names.indexOf('search')
  const newsletter = names.indexOf('newsletter')
  return segments.map((segment, index) => {
    if (search !== -1 && index > search) return index > search + 1 && isPageNumber(segment) ? segment : MASK
    if (newsletter !== -1 && index > newsletter && !isOfNewsletter(names, index, newsletter)) return MASK
    return isPlainSegment(segment) ? segment : MASK
  })
}

/** Tokens, an issue or a service's name may follow. */
function isOfNewsletter(names: readonly string[], index: number, newsletter: number): boolean {
  const name = names[index] ?? ''
  switch (index - newsletter) {
    case 1:
      return TOKEN_PAGES.has(name) || ISSUE_ID.test(name) || (names[newsletter - 1] === 'ops' && isLetters(name))
    case 2:
      return false
    default:
      return TOKEN_STEPS.has(name)
  }
}

function isPageNumber(segment: string): boolean {
  return segment.length <= 4 && [...segment].every(isDigit)
}

function isPlainSegment(segment: string): boolean {
  if (isIP(segment) !== 0 || isToken(segment) || segment.toUpperCase().includes('%EF%BC%A0')) return false
  for (let at = 0; at < segment.length; at += 1) {
    const sign = segment[at] ?? ''
    // Letters of other alphabets stay encoded.
    if (sign === '%' ? !'89abcdefABCDEF'.includes(segment[at + 1] ?? 'x') : !isPathSign(sign)) return false
  }
  return true
}

function isPathSign(sign: string): boolean {
  return isLetters(sign) || isDigit(sign) || '-._~,:$!*'.includes(sign) || (sign > '\u00a0' && sign !== '＠')
}

const MIN_TOKEN = 16
const MIN_HEX = 20

/** Random characters look like tokens. */
export function isToken(text: string): boolean {
  if (text.length < MIN_TOKEN || text.includes('.') || text.includes('~')) return false
  const signs = [...text]
  if (!signs.every((sign) => isLetters(sign) || isDigit(sign) || sign === '-' || sign === '_')) return false
  if (text.length >= MIN_HEX && signs.every((sign) => isDigit(sign) || 'abcdefABCDEF'.includes(sign))) return true
  const hasDigit = signs.some(isDigit)
  const hasCapital = signs.some(isCapital)
  // No title has a capital within a word.
  const isMixed = signs.some((sign, at) => isCapital(sign) && isSmall(signs[at - 1] ?? ''))
  const isOneWord = !text.includes('-') && !text.includes('_')
  return isMixed || (hasCapital && hasDigit) || (isOneWord && hasDigit && text.length >= MIN_HEX)
}

const isSmall = (sign: string): boolean => sign >= 'a' && sign <= 'z'
const isCapital = (sign: string): boolean => sign >= 'A' && sign <= 'Z'
const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9'

function isLetters(text: string): boolean {
  return text !== '' && [...text].every((sign) => isSmall(sign) || isCapital(sign))
}

export function asciiDecoded(text: string): string {
  let decoded = text
  for (let round = 0; round < MAX_ROUNDS && decoded.includes('%'); round += 1) {
    const before = decoded
    decoded = decoded.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    if (decoded === before) break
  }
  return decoded
}

function beforeAny(text: string, signs: string): string {
  const end = [...signs].map((sign) => text.indexOf(sign)).filter((at) => at !== -1)
  return end.length === 0 ? text : text.slice(0, Math.min(...end))
}

const NUMBERS = new Set(['page', 'w', 'h', 'q'])
const KNOWN = new Set([...NUMBERS, 'cat', 'newsletter'])
const PLAIN = /^[A-Za-z0-9_-]{1,40}$/
const NUMBER = /^\d{1,6}$/
const MAX_PARAMETERS = 10
/** Each request has a line. */
const MAX_URLS = 500

/** Values may be readers' (OBS-21). */
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
