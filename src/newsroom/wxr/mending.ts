import { isUtf8 } from 'node:buffer'
import { decodeHTMLStrict } from 'entities'

/** A flaw of a file that was mended, with its line; the first is 1. */
export interface Mend {
  line: number
  what: string
}

export type OnMend = (mend: Mend) => void

/** The most bytes of a character of UTF-8. */
const MAX_SEQUENCE = 4
/** Letters and quotes of Windows in Central Europe are what stray bytes of an old database mostly are. */
const WINDOWS = new TextDecoder('windows-1250')
const LINE_FEED = 0x0a

/** Decodes UTF-8 whose stray bytes are read as Windows' letters. */
export interface MendingDecoder {
  write(bytes: Uint8Array): string
  end(): string
}

export function createMendingDecoder(onMend: OnMend): MendingDecoder {
  const plain = new TextDecoder('utf-8', { ignoreBOM: true })
  let held = Buffer.alloc(0)
  let line = 1
  const decode = (bytes: Buffer): string => {
    if (isUtf8(bytes)) {
      line += countLines(bytes)
      return plain.decode(bytes)
    }
    let text = ''
    let from = 0
    let at = 0
    while (at < bytes.length) {
      const length = sequenceAt(bytes, at)
      if (length > 0) {
        at += length
        continue
      }
      const good = bytes.subarray(from, at)
      line += countLines(good)
      const sign = WINDOWS.decode(bytes.subarray(at, at + 1))
      text += plain.decode(good) + sign
      onMend({ line, what: `a byte that is not UTF-8, read as "${sign}"` })
      at += 1
      from = at
    }
    line += countLines(bytes.subarray(from))
    return text + plain.decode(bytes.subarray(from))
  }
  return {
    write(chunk) {
      const bytes = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
      const whole = wholeLength(bytes)
      held = Buffer.from(bytes.subarray(whole))
      return decode(bytes.subarray(0, whole))
    },
    end: () => decode(held),
  }
}

function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1
  return lines
}

/** The number of bytes of the character at a place; 0 for a stray byte. */
function sequenceAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = lengthBy(first)
  return length > 0 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length ? length : 0
}

/** By the first byte of a character of several; 0 for any other byte. */
function lengthBy(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2
  if (first >= 0xe0 && first <= 0xef) return 3
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0
}

/** The length without a character that the next chunk may continue. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back < MAX_SEQUENCE && back <= bytes.length; back++) {
    const first = bytes[bytes.length - back] ?? 0
    if (first < 0x80) break
    if (first >= 0xc0) return lengthBy(first) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** What XML itself knows, and references by number. */
const KNOWN = /^&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/i
const ENTITY = /^&[a-z][a-z\d]{1,31};/i
/** The longest reference, so that one across two chunks stays whole. */
const LONGEST = 40

/** Where XML takes ampersands as they are. */
const PARTS = [
  { open: '<![CDATA[', close: ']]>' },
  { open: '<!--', close: '-->' },
  { open: '<?', close: '?>' },
] as const

/**
 * Mends references of XML text: entities of HTML become their letters, and a bare `&` is escaped. CDATA, comments and
 * instructions stay as they are.
 */
export interface ReferenceMender {
  write(text: string): string
  end(): string
}

export function createReferenceMender(onMend: OnMend): ReferenceMender {
  let held = ''
  let line = 1
  let close: string | undefined
  const mend = (text: string, isLast: boolean): string => {
    const all = held + text
    let out = ''
    let at = 0
    /** Copies up to an index, and counts its lines. */
    const copyTo = (end: number): void => {
      const part = all.slice(at, end)
      line += linesOf(part)
      out += part
      at = end
    }
    while (at < all.length) {
      if (close !== undefined) {
        const end = all.indexOf(close, at)
        if (end === -1) {
          copyTo(isLast ? all.length : Math.max(at, all.length - close.length + 1))
          break
        }
        copyTo(end + close.length)
        close = undefined
        continue
      }
      const next = nextOf(all, at)
      if (next === -1) {
        copyTo(all.length)
        break
      }
      copyTo(next)
      // The rest may go on in the next chunk.
      if (!isLast && all.length - next < LONGEST && !all.slice(next + 1).includes(all[next] === '&' ? ';' : '>')) break
      if (all[next] === '<') {
        close = PARTS.find(({ open }) => all.startsWith(open, next))?.close
        copyTo(next + 1)
        continue
      }
      const written = all.slice(next, next + LONGEST)
      const reference = KNOWN.exec(written)?.[0]
      if (reference !== undefined && isCharacter(reference)) {
        copyTo(next + 1)
        continue
      }
      if (reference !== undefined) {
        onMend({ line, what: `a reference to no character, ${reference}` })
        at = next + reference.length
        continue
      }
      const entity = ENTITY.exec(written)?.[0]
      const letters = entity === undefined ? undefined : decodeHTMLStrict(entity)
      if (entity !== undefined && letters !== entity && letters !== undefined) {
        onMend({ line, what: `an entity of HTML, ${entity}` })
        out += letters
        at = next + entity.length
      } else {
        onMend({ line, what: 'an ampersand that is not escaped' })
        out += '&amp;'
        at = next + 1
      }
    }
    held = all.slice(at)
    return out
  }
  return { write: (text) => mend(text, false), end: () => mend('', true) }
}

/** Whether a reference is one to a character of XML. */
function isCharacter(reference: string): boolean {
  const [, hex, digits] = /^&#(?:x([\da-f]+)|(\d+));$/i.exec(reference) ?? []
  if (hex === undefined && digits === undefined) return /^&[a-z]+;$/.test(reference)
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
  const isControl = code < 0x20 && code !== 0x9 && code !== 0xa && code !== 0xd
  return !isControl && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}

function nextOf(text: string, from: number): number {
  const [reference, tag] = [text.indexOf('&', from), text.indexOf('<', from)]
  if (reference === -1 || tag === -1) return Math.max(reference, tag)
  return Math.min(reference, tag)
}

function linesOf(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
