import { isUtf8 } from 'node:buffer'
import { decodeHTMLStrict } from 'entities'
import { escapeHtml } from '../../../src/system/escape.ts'

export interface Mend {
  line: number
  what: string
}

export type OnMend = (mend: Mend) => void

const MAX_SEQUENCE = 4
/** Stray bytes of an old database mostly are letters and quotes of Windows in Central Europe. */
const WINDOWS = new TextDecoder('windows-1250')
const LINE_FEED = 0x0a

/** Decodes UTF-8, and reads stray bytes as Windows' letters. */
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

/** @returns the number of bytes of the character at a place; 0 for a stray byte */
function sequenceAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = lengthBy(first)
  return length > 0 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length ? length : 0
}

/** Judges by the first byte of a character of several; 0 for any other byte. */
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

/** XML itself knows these, and references by number. */
const KNOWN = /^&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][\dA-Fa-f]{1,6});/
const ENTITY = /^&[a-z][a-z\d]{1,31};/i
const LONGEST = 40

/** XML takes every sign in these as it is. */
const PARTS = [
  { open: '<![CDATA[', close: ']]>' },
  { open: '<!--', close: '-->' },
  { open: '<?', close: '?>' },
] as const
const TAG = /^<\/?[\p{L}_:]|^<!/u
const BEGINNING = /<\?xml\s|<!DOCTYPE|<rss[\s>]/i
const MAX_BEFORE = 65_536
/** XML 1.0 does not allow these characters; WordPress' own export writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/**
 * Mends the text of an XML file: entities of HTML become letters, bare ampersands and angle brackets are escaped, and
 * characters that XML forbids go. CDATA, comments and instructions stay.
 */
export interface TextMender {
  write(text: string): string
  end(): string
}

export function createTextMender(onMend: OnMend): TextMender {
  let held = ''
  let line = 1
  let hasBegun = false
  let close: string | undefined
  let quote: string | undefined
  let isInTag = false

  const mend = (text: string, isLast: boolean): string => {
    const all = held + text
    let out = ''
    let at = 0
    const copyTo = (end: number): void => {
      const part = all.slice(at, end)
      out += part.replace(ILLEGAL, (_, index: number) => {
        onMend({ line: line + linesOf(part.slice(0, index)), what: 'a control character' })
        return ''
      })
      line += linesOf(part)
      at = end
    }
    const replace = (length: number, written: string, what: string): void => {
      onMend({ line, what })
      out += written
      at += length
    }
    if (!hasBegun) {
      const start = all.search(BEGINNING)
      if (start === -1 && !isLast && all.length < MAX_BEFORE) {
        held = all
        return ''
      }
      hasBegun = true
      const before = start === -1 ? '' : all.slice(0, start)
      if (before.replace(/^\ufeff/, '') !== '') onMend({ line: 1, what: 'something before the beginning of the file' })
      line += linesOf(before)
      at = before.length
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
      const next = nextOf(all, at, isInTag ? SIGNS_IN_TAG : SIGNS)
      if (next === -1) {
        copyTo(isLast || isInTag ? all.length : Math.max(at, all.length - ']]'.length))
        break
      }
      copyTo(next)
      if (!isLast && all.length - next < LONGEST) break
      const sign = all[next] ?? ''
      if (sign === '&') reference(all.slice(next, next + LONGEST))
      else if (isInTag) inTag(sign)
      else if (sign === ']') {
        if (all.startsWith(']]>', next)) replace(3, ']]&gt;', 'an end of CDATA that is none')
        else copyTo(next + 1)
      } else {
        close = PARTS.find(({ open }) => all.startsWith(open, next))?.close
        isInTag = close === undefined && TAG.test(all.slice(next, next + 4))
        if (close === undefined && !isInTag) replace(1, '&lt;', 'an angle bracket that is not escaped')
        else copyTo(next + 1)
      }
    }
    held = all.slice(at)
    return out

    function reference(written: string): void {
      const known = KNOWN.exec(written)?.[0]
      if (known !== undefined) {
        if (isCharacter(known)) copyTo(at + 1)
        else replace(known.length, '', `a reference to no character, ${known}`)
        return
      }
      const entity = ENTITY.exec(written)?.[0]
      const letters = entity === undefined ? undefined : decodeHTMLStrict(entity)
      if (entity === undefined || letters === undefined || letters === entity)
        replace(1, '&amp;', 'an ampersand that is not escaped')
      else replace(entity.length, escapeHtml(letters), `an entity of HTML, ${entity}`)
    }

    function inTag(sign: string): void {
      if (sign === '<') {
        replace(1, '&lt;', 'an angle bracket that is not escaped')
        return
      }
      if (sign === '>') isInTag = quote !== undefined
      else if (quote === undefined) quote = sign
      else if (quote === sign) quote = undefined
      copyTo(at + 1)
    }
  }
  return { write: (text) => mend(text, false), end: () => mend('', true) }
}

const SIGNS = /[&<\]]/g
const SIGNS_IN_TAG = /[&<>"']/g

function nextOf(text: string, from: number, signs: RegExp): number {
  signs.lastIndex = from
  return signs.exec(text)?.index ?? -1
}

function isCharacter(reference: string): boolean {
  const [, hex, digits] = /^&#(?:[xX]([\dA-Fa-f]+)|(\d+));$/.exec(reference) ?? []
  if (hex === undefined && digits === undefined) return /^&[a-z]+;$/.test(reference)
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
  const isControl = code < 0x20 && code !== 0x9 && code !== 0xa && code !== 0xd
  return !isControl && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}

function linesOf(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
