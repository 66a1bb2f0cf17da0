import { type WordRules, wordRules } from '../languages/bound-words.ts'
import type { Language } from '../languages/language.ts'

const NO_BREAK_SPACE = '\u00a0'
/** For languages that part a word from a sign. */
const NARROW_SPACE = '\u202f'
/** Invisible behind a hyphen, it keeps the line together. */
const WORD_JOINER = '\u2060'
const JOINER_CODE = 0x2060
/** Characters that fit into a phone's line. */
const MAX_PIECE = 28
/** Characters of a compound that fits into a phone's headline. */
const MAX_COMPOUND = 20

/** Texts in the same line, so that words of two elements are bound too. */
export interface Neighbours {
  before?: string
  after?: string
}

/**
 * Lets no line end inside a number, between a number and its unit, after a word of one letter, an initial or an
 * abbreviation before a number, between a sign of arithmetic and its numbers, nor at the hyphen of figures and short
 * compounds (TEXT-13). A language's sign gets a narrow space (LANG-10).
 */
export function bindLines(text: string, language: Language, { before = '', after = '' }: Neighbours = {}): string {
  if (!/[\s‐–-]/.test(text) && !/[‐–-]$/.test(before)) return text
  const near = before.slice(-MAX_PIECE)
  const line = near + text + after.slice(0, MAX_PIECE)
  const [rules, end] = [wordRules(language), near.length + text.length]
  let [written, taken, word] = ['', near.length, wordStart(line, near.length)]
  let [piece, unseen] = [word, 0]
  // A word is looked at once, as few have a hyphen.
  let isJoined: boolean | undefined
  if (isJoint(line, near.length - 1) && isCompound(line, word)) written = WORD_JOINER
  for (let index = near.length; index < end; index += 1) {
    const code = line.charCodeAt(index)
    if (code === JOINER_CODE) unseen += 1
    if (isJoint(line, index)) {
      isJoined ??= isCompound(line, word)
      if (isJoined) {
        written += line.slice(taken, index + 1) + WORD_JOINER
        taken = index + 1
      }
    }
    const isFixed = isNoBreakSpace(code)
    if (!isFixed && !isSpace(code)) continue
    let next = index + 1
    while (!isFixed && isSpace(line.charCodeAt(next))) next += 1
    if (rules.hasNarrowSpaces && next <= end && isNarrow(line, index, next)) {
      written += line.slice(taken, index) + NARROW_SPACE
      taken = next
      unseen += next - index - 1
      word = next
      isJoined = undefined
      index = next - 1
      continue
    }
    const gap = { start: piece + unseen + next - index - 1, isFirst: word === piece, word, index, next }
    if (!isFixed && next <= end && isBoundAt(line, gap, rules)) {
      written += line.slice(taken, index) + NO_BREAK_SPACE
      taken = next
      unseen += next - index - 1
    } else if (!isFixed) [piece, unseen] = [next, 0]
    word = next
    isJoined = undefined
    index = next - 1
  }
  return written + line.slice(taken, end)
}

/** Before a sign at a word's end, or after an opening quotation mark. */
function isNarrow(line: string, index: number, next: number): boolean {
  if (line.charAt(index - 1) === '«') return true
  const sign = line.charAt(next)
  if (sign === '»') return true
  return /[;:!?]/.test(sign) && !LETTER.test(line.charAt(next + 1)) && /\S/.test(line.charAt(index - 1))
}

/** Places in a line: the unbroken piece's last word, the gap and the next word. */
interface Gap {
  /** The piece's beginning if all were seen. */
  start: number
  /** The piece has one word before the gap. */
  isFirst: boolean
  word: number
  index: number
  next: number
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)
const isNoBreakSpace = (code: number): boolean => code === 0xa0 || code === 0x202f
/** The keyboard's hyphen, the hyphen, the dash of ranges. */
const isHyphen = (code: number): boolean => code === 0x2d || code === 0x2010 || code === 0x2013

function wordStart(line: string, end: number): number {
  let start = end
  while (start > 0 && !isSpace(line.charCodeAt(start - 1)) && !isNoBreakSpace(line.charCodeAt(start - 1))) start -= 1
  return start
}

/** Bounds the search, however long a reader's word is. */
function wordFrom(line: string, start: number, most: number): string {
  const limit = Math.min(line.length, start + most + 1)
  let end = start
  while (end < limit && !isSpace(line.charCodeAt(end)) && !isNoBreakSpace(line.charCodeAt(end))) end += 1
  return line.slice(start, end)
}

function isJoint(line: string, index: number): boolean {
  return isHyphen(line.charCodeAt(index)) && LETTER.test(line.charAt(index - 1)) && LETTER.test(line.charAt(index + 1))
}

const LETTER = /[\p{L}\p{N}]/u
/** Of URLs, e-mails, file names, assignments. */
const MACHINE_SIGN = /[/@_\\=&~*|<>]|[.:]\p{L}/u
/** `--dry-run`. */
const OPTION = /^[-‐–]/
/** `AB12-CD34-EF56`, `Lato-2026`. */
const CODE = /^(?=.*\p{Lu})(?=.*\p{N})(?:.*[-‐].*[-‐]|.*\p{N}{4})/u
/** `react-dom`; but `e-mail` is a word. */
const IDENTIFIER = /^(?:[a-z]{2,}[-‐])+[a-z]{2,}$/

/** Joiners would break what readers copy into a program. */
function isCompound(line: string, start: number): boolean {
  const word = wordFrom(line, start, MAX_COMPOUND)
  if (word.length > MAX_COMPOUND) return false
  const bare = word.replaceAll(WORD_JOINER, '').replace(OPENING, '').replace(CLOSING, '')
  return ![MACHINE_SIGN, OPTION, CODE, IDENTIFIER].some((pattern) => pattern.test(bare))
}

const OPENING = /^[([{„“”"'’‘«»‚]+/
const CLOSING = /[)\]}”“"'’»,;:!?…]{1,6}$/
const NUMBER_END = /(?:\p{N}|\p{N}[.,]\p{N}+|\p{N}\.)$/u
const NUMBER_START = /^[-–−+±~≈]?[$€£₿]?\p{N}/u
const OPERATOR = /^[+=−×÷·±≈≤≥]$/
const INITIAL = /^\p{Lu}\.(?:-?\p{Lu}\.)*$/u

function isBoundAt(line: string, { start, isFirst, word, index, next }: Gap, rules: WordRules): boolean {
  const last = line.charCodeAt(index - 1)
  const isShort = isLetterBefore(line, word, index) && rules.isShort(line.charAt(index - 1))
  // Most gaps lie between letters.
  const isNumber = isDigitOrSign(last)
  const isScale = !isFirst && !isNumber
  if (!isShort && !isNumber && !isScale && !isDigitOrSign(line.charCodeAt(next))) return false
  const right = wordFrom(line, next, MAX_PIECE)
  if (next + right.length - start > MAX_PIECE) return false
  if (isShort) return true
  const [before, after] = [line.slice(word, index).replace(OPENING, ''), right.replace(CLOSING, '')]
  if (before === '' || after === '') return false
  if (isNumber && NUMBER_END.test(before)) {
    return OPERATOR.test(after)
      ? NUMBER_START.test(wordFrom(line, next + right.length + 1, MAX_PIECE))
      : isAfterNumber(before, after, rules)
  }
  if (NUMBER_START.test(after)) return OPERATOR.test(before) || rules.standsBeforeNumbers(before)
  if (INITIAL.test(before)) return /^\p{Lu}/u.test(after)
  return isScale && rules.isScale(before) && rules.isUnit(after)
}

/** An opening sign may precede it. */
function isLetterBefore(line: string, word: number, index: number): boolean {
  return index - word === 1 || (index - word === 2 && OPENING.test(line.charAt(word)))
}

/** ASCII's signs but comma and bracket, which end no number; Latin-1's; dashes, currencies, units. */
function isDigitOrSign(code: number): boolean {
  if (code < 0x80) return code > 0x20 && code < 0x41 && code !== 0x29 && code !== 0x2c
  return code < 0xc0 || code >= 0x2010
}

function isAfterNumber(left: string, right: string, rules: WordRules): boolean {
  if (/^\p{N}/u.test(right)) return /(?:^|[^\p{N}])\p{N}{1,4}$/u.test(left) && /^\p{N}{1,4}(?!\p{N})/u.test(right)
  const bare = right.replace(/\.$/, '')
  return [right, bare].some((word) => rules.isUnit(word) || rules.isScale(word))
}
