import { isUtf8 } from 'node:buffer'
import { decodeHTMLStrict } from 'entities'
import { escapeHtml } from '../../../src/system/escape.ts'

export interface Mend {
  line: number
  what: string
}

export type OnMend = (mend: Mend) => void

const MAX_SEQUENCE = 4
/** Old databases have stray bytes of Central European Windows. */
const WINDOWS = new TextDecoder('windows-1250')
const LINE_FEED = 0x0a

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

/** @returns 0 for a stray byte */
function sequenceAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = lengthBy(first)
  return length > 0 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length ? length : 0
}

/** Returns 0 for a single byte. */
function lengthBy(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2
  if (first >= 0xe0 && first <= 0xef) return 3
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0
}

/** The next chunk may continue the last character. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back < MAX_SEQUENCE && back <= bytes.length; back++) {
    const first = bytes[bytes.length - back] ?? 0
    if (first < 0x80) break
    if (first >= 0xc0) return lengthBy(first) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** XML knows these. */
const KNOWN = /^&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][\dA-Fa-f]{1,6});/
const ENTITY = /^&[a-z][a-z\d]{1,31};/i
const LONGEST = 40

/** Parts that XML takes as they are. */
const PARTS = [
  { open: '<![CDATA[', close: ']]>' },
  { open: '<!--', close: '-->' },
  { open: '<?', close: '?>' },
] as const
const TAG = /^<\/?[\p{L}_:]|^<!/u
const BEGINNING = /<\?xml\s|<!DOCTYPE|<rss[\s>]/i
const MAX_BEFORE = 65_536
/** XML 1.0 forbids these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Replaces entities, escapes signs and drops forbidden characters outside CDATA, comments and instructions. */
export interface TextMender {
  write(text: string): string
  end(): string
}

export function createTextMender(onMend: OnMend): TextMender {
  const run = new MendingRun(onMend)
  return { write: (text) => run.mend(text, false), end: () => run.mend('', true) }
}

class MendingRun {
  private readonly onMend: OnMend
  private line = 1
  private hasBegun = false
  private close: string | undefined
  private quote: string | undefined
  private isInTag = false
  private all = ''
  private at = 0
  private out = ''

  constructor(onMend: OnMend) {
    this.onMend = onMend
  }

  mend(text: string, isLast: boolean): string {
    this.all = this.all.slice(this.at) + text
    this.at = 0
    this.out = ''
    if (!this.hasBegun && !this.begin(isLast)) return ''
    while (this.at < this.all.length) {
      if (!(this.close === undefined ? this.step(isLast) : this.closePart(this.close, isLast))) break
    }
    return this.out
  }

  /** @returns whether the file has begun */
  private begin(isLast: boolean): boolean {
    const { all } = this
    const start = all.search(BEGINNING)
    if (start === -1 && !isLast && all.length < MAX_BEFORE) return false
    this.hasBegun = true
    const before = start === -1 ? '' : all.slice(0, start)
    if (before.replace(/^\ufeff/, '') !== '')
      this.onMend({ line: 1, what: 'something before the beginning of the file' })
    this.line += linesOf(before)
    this.at = before.length
    return true
  }

  /** @returns whether to go on */
  private closePart(close: string, isLast: boolean): boolean {
    const { all, at } = this
    const end = all.indexOf(close, at)
    if (end === -1) {
      this.copyTo(isLast ? all.length : Math.max(at, all.length - close.length + 1))
      return false
    }
    this.copyTo(end + close.length)
    this.close = undefined
    return true
  }

  /** @returns whether to go on */
  private step(isLast: boolean): boolean {
    const { all, at } = this
    const next = nextOf(all, at, this.isInTag ? SIGNS_IN_TAG : SIGNS)
    if (next === -1) {
      this.copyTo(isLast || this.isInTag ? all.length : Math.max(at, all.length - ']]'.length))
      return false
    }
    this.copyTo(next)
    if (!isLast && all.length - next < LONGEST) return false
    const sign = all[next] ?? ''
    if (sign === '&') this.reference(all.slice(next, next + LONGEST))
    else if (this.isInTag) this.inTag(sign)
    else if (sign === ']') {
      if (all.startsWith(']]>', next)) this.replace(3, ']]&gt;', 'an end of CDATA that is none')
      else this.copyTo(next + 1)
    } else {
      this.close = PARTS.find(({ open }) => all.startsWith(open, next))?.close
      this.isInTag = this.close === undefined && TAG.test(all.slice(next, next + 4))
      if (this.close === undefined && !this.isInTag) this.replace(1, '&lt;', 'an angle bracket that is not escaped')
      else this.copyTo(next + 1)
    }
    return true
  }

  private copyTo(end: number): void {
    const part = this.all.slice(this.at, end)
    this.out += part.replace(ILLEGAL, (_, index: number) => {
      this.onMend({ line: this.line + linesOf(part.slice(0, index)), what: 'a control character' })
      return ''
    })
    this.line += linesOf(part)
    this.at = end
  }

  private replace(length: number, written: string, what: string): void {
    this.onMend({ line: this.line, what })
    this.out += written
    this.at += length
  }

  private reference(written: string): void {
    const known = KNOWN.exec(written)?.[0]
    if (known !== undefined) {
      if (isCharacter(known)) this.copyTo(this.at + 1)
      else this.replace(known.length, '', `a reference to no character, ${known}`)
      return
    }
    const entity = ENTITY.exec(written)?.[0]
    const letters = entity === undefined ? undefined : decodeHTMLStrict(entity)
    if (entity === undefined || letters === undefined || letters === entity)
      this.replace(1, '&amp;', 'an ampersand that is not escaped')
    else this.replace(entity.length, escapeHtml(letters), `an entity of HTML, ${entity}`)
  }

  private inTag(sign: string): void {
    if (sign === '<') {
      this.replace(1, '&lt;', 'an angle bracket that is not escaped')
      return
    }
    if (sign === '>') this.isInTag = this.quote !== undefined
    else if (this.quote === undefined) this.quote = sign
    else if (this.quote === sign) this.quote = undefined
    this.copyTo(this.at + 1)
  }
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
