import { isIP } from 'node:net'
import { asciiDecoded, isToken, plainPath } from './plain-path.ts'

const MASK = '***'
/** The portal makes these; operators need a proxy's IP address. */
const OWN_FIELDS = new Set(['requestId', 'build', 'revision', 'address', 'time', 'level', 'pid', 'type'])
/** Most lines; they are plain already (OBS-20). */
const REQUEST_LINE = '"msg":"request"}\n'
/** These have an e-mail's sign. */
const PACKAGES = new Set(['@photostructure/sqlite'])
const FRAME = '    at '
const SEPARATORS = new Set(' \t\r\n"\'`<>()[]{},;|')
const PUNCTUATION = '.,:;!?…'

/** A line may quote libraries and other servers (OBS-47). */
export function redactedLine(line: string): string {
  if (line.endsWith(REQUEST_LINE)) return line
  try {
    return `${JSON.stringify(redactedValue(JSON.parse(line)))}\n`
  } catch {
    return line
  }
}

function redactedValue(value: unknown): unknown {
  if (typeof value === 'string') return redacted(value)
  if (Array.isArray(value)) return value.map(redactedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, OWN_FIELDS.has(name) ? field : redactedValue(field)]),
  )
}

export function redacted(text: string): string {
  const frames = text.indexOf(`\n${FRAME}`)
  if (frames === -1) return redactedWords(withoutQuotedInput(text))
  const rest = text.slice(frames + 1).split('\n')
  const lines = rest.map((line) => (line.startsWith(FRAME) ? line : redactedWords(withoutQuotedInput(line))))
  return [redactedWords(withoutQuotedInput(text.slice(0, frames))), ...lines].join('\n')
}

/** Parsers of JSON quote input. */
function withoutQuotedInput(text: string): string {
  if (!text.includes('JSON')) return text
  const [from, to] = [text.indexOf('"'), text.lastIndexOf('"')]
  return to > from ? `${text.slice(0, from + 1)}${MASK}${text.slice(to)}` : text
}

function redactedWords(text: string): string {
  let result = ''
  let word = ''
  for (const sign of text) {
    if (!SEPARATORS.has(sign)) {
      word += sign
      continue
    }
    result += redactedWord(word) + sign
    word = ''
  }
  return result + redactedWord(word)
}

function redactedWord(written: string): string {
  let end = written.length
  while (end > 0 && PUNCTUATION.includes(written[end - 1] ?? '')) end -= 1
  const word = written.slice(0, end)
  return word === '' ? written : shownWord(word) + written.slice(end)
}

function shownWord(word: string): string {
  if (PACKAGES.has(word)) return word
  const decoded = asciiDecoded(word)
  const scheme = decoded.indexOf('://')
  if (scheme !== -1) return shownUrl(decoded, scheme + '://'.length)
  if (decoded.includes('@') || decoded.includes('＠') || word.toUpperCase().includes('%EF%BC%A0')) return MASK
  if (decoded.startsWith('/')) return plainPath(decoded) + maskedQuery(decoded)
  const query = decoded.indexOf('?')
  if (query !== -1) return `${shownWord(decoded.slice(0, query) || '?')}?${MASK}`
  if (decoded.includes('/')) return plainPath(decoded).slice(1)
  // Names have inner capitals and no digits.
  return (isToken(decoded) && hasDigit(decoded)) || isOfInternet(decoded) ? MASK : word
}

const hasDigit = (text: string): boolean => [...text].some((sign) => sign >= '0' && sign <= '9')

function shownUrl(url: string, from: number): string {
  const slash = [url.indexOf('/', from), url.indexOf('?', from), url.indexOf('#', from)].filter((at) => at !== -1)
  const pathFrom = slash.length === 0 ? url.length : Math.min(...slash)
  const authority = url.slice(from, pathFrom)
  const origin = url.slice(0, from) + authority.slice(authority.lastIndexOf('@') + 1)
  const path = url.slice(pathFrom)
  return (path === '' ? origin : origin + plainPath(path)) + maskedQuery(path)
}

function maskedQuery(url: string): string {
  return url.includes('?') ? `?${MASK}` : ''
}

const PRIVATE_BEGINNINGS = ['10.', '127.', '192.168.', '169.254.', '0.0.0.0', '::1', 'fe80:', 'fc', 'fd']
const isMiddlePrivate = (address: string): boolean => {
  const [first, second] = address.split('.').map(Number)
  return first === 172 && second !== undefined && second >= 16 && second <= 31
}

/** Internal IP addresses help. */
function isOfInternet(word: string): boolean {
  const colon = word.lastIndexOf(':')
  const address = isIP(word) !== 0 ? word : word.slice(0, colon === -1 ? word.length : colon)
  if (isIP(address) === 0) return false
  const lower = address.toLowerCase().replace('::ffff:', '')
  return !PRIVATE_BEGINNINGS.some((beginning) => lower.startsWith(beginning)) && !isMiddlePrivate(lower)
}

/** Short secrets are in ordinary words. */
const MIN_SECRET = 6

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Secrets may be plain, in JSON, in nested JSON and in URLs. */
export function masking(secrets: readonly string[]): (line: string) => string {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET)
    .flatMap((secret) => [secret, quoted(secret), quoted(quoted(secret)), encodeURIComponent(secret)])
  const distinct = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (line) => distinct.reduce((text, form) => (text.includes(form) ? text.replaceAll(form, MASK) : text), line)
}
