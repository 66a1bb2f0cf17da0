import { type WordRules, wordRules } from '../languages/bound-words.ts'
import type { Language } from '../languages/language.ts'

const NO_BREAK_SPACE = '\u00a0'
/** Stands behind a hyphen, is not seen, and lets no line end there. */
const WORD_JOINER = '\u2060'
/** A longer piece would not fit into a line of a phone. Characters. */
const MAX_PIECE = 28
/** A longer compound may part at its hyphen: it would not fit into a headline of a phone. Characters. */
const MAX_COMPOUND = 20

/** What stands next to a text in the same line, so that words of two elements are bound too. */
export interface Neighbours {
  before?: string
  after?: string
}

/**
 * Lets no line end inside a number, between a number and its unit, after a word of one letter, an initial or an
 * abbreviation before a number, nor at the hyphen of figures and short compounds (TEXT-13). White space becomes a
 * no-break space, a hyphen gets a word joiner; nothing else changes.
 */
export function bindLines(text: string, language: Language, { before = '', after = '' }: Neighbours = {}): string {
  if (!/[\s–-]/.test(text)) return text
  const near = before.slice(-MAX_PIECE)
  const line = near + text + after.slice(0, MAX_PIECE)
  const [rules, end] = [wordRules(language), near.length + text.length]
  let [written, taken, word] = ['', near.length, wordStart(line, near.length)]
  let piece = word
  for (let index = near.length; index < end; index += 1) {
    const code = line.charCodeAt(index)
    if (isHyphen(code) && isJoint(line, index, word)) {
      written += line.slice(taken, index + 1) + WORD_JOINER
      taken = index + 1
    }
    if (!isSpace(code)) continue
    let next = index + 1
    while (isSpace(line.charCodeAt(next))) next += 1
    if (next <= end && isBoundAt(line, { piece, word, index, next }, rules)) {
      written += line.slice(taken, index) + NO_BREAK_SPACE
      taken = next
    } else piece = next
    word = next
    index = next - 1
  }
  return written + line.slice(taken, end)
}

/** Places in a line: the unbroken piece, its last word, the gap behind it and the next word. */
interface Gap {
  piece: number
  word: number
  index: number
  next: number
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)
const isNoBreakSpace = (code: number): boolean => code === 0xa0 || code === 0x202f
/** The hyphen of a keyboard, the hyphen, the dash of ranges. */
const isHyphen = (code: number): boolean => code === 0x2d || code === 0x2010 || code === 0x2013

function wordStart(line: string, end: number): number {
  let start = end
  while (start > 0 && !isSpace(line.charCodeAt(start - 1)) && !isNoBreakSpace(line.charCodeAt(start - 1))) start -= 1
  return start
}

function wordFrom(line: string, start: number): string {
  let end = start
  while (end < line.length && !isSpace(line.charCodeAt(end)) && !isNoBreakSpace(line.charCodeAt(end))) end += 1
  return line.slice(start, end)
}

/** A joint stands between letters or digits of a word that fits into a line; URLs and e-mails are no such words. */
function isJoint(line: string, index: number, start: number): boolean {
  const [left = '', right = ''] = [line[index - 1], line[index + 1]]
  if (!/[\p{L}\p{N}]/u.test(left) || !/[\p{L}\p{N}]/u.test(right)) return false
  const word = wordFrom(line, start)
  return word.length <= MAX_COMPOUND && !/[/@_\\]|[.:]\p{L}/u.test(word)
}

const OPENING = /^[([{„“”"'’‘«»‚]+/
const CLOSING = /[)\]}”“"'’»,;:!?…]{1,6}$/
const NUMBER_END = /(?:\p{N}|\p{N}[.,]\p{N}+|\p{N}\.)$/u
const NUMBER_START = /^[-–−+±~≈]?[$€£₿]?\p{N}/u
const INITIAL = /^\p{Lu}\.(?:-?\p{Lu}\.)*$/u

function isBoundAt(line: string, { piece, word, index, next }: Gap, rules: WordRules): boolean {
  const last = line.charCodeAt(index - 1)
  if (isLetterBefore(line, word, index) && rules.isShort(line.charAt(index - 1))) return true
  // Most gaps stand between two words of letters: the words themselves need no look.
  const isNumber = isDigitOrSign(last)
  const isScale = word > piece && !isNumber
  if (!isNumber && !isScale && !isDigitOrSign(line.charCodeAt(next))) return false
  const right = wordFrom(line, next)
  if (next + right.length - piece > MAX_PIECE) return false
  const [before, after] = [line.slice(word, index).replace(OPENING, ''), right.replace(CLOSING, '')]
  if (before === '' || after === '') return false
  if (isNumber && NUMBER_END.test(before)) return isAfterNumber(before, after, rules)
  if (NUMBER_START.test(after)) return rules.standsBeforeNumbers(before)
  if (INITIAL.test(before)) return /^\p{Lu}/u.test(after)
  return isScale && rules.isScale(before) && rules.isUnit(after)
}

/** A word of one letter may have an opening sign before it. */
function isLetterBefore(line: string, word: number, index: number): boolean {
  return index - word === 1 || (index - word === 2 && OPENING.test(line.charAt(word)))
}

/** The signs of ASCII but comma and bracket, which end no number; those of Latin-1; dashes, currencies, units. */
function isDigitOrSign(code: number): boolean {
  if (code < 0x80) return code > 0x20 && code < 0x41 && code !== 0x29 && code !== 0x2c
  return code < 0xc0 || code >= 0x2010
}

function isAfterNumber(left: string, right: string, rules: WordRules): boolean {
  if (/^\p{N}/u.test(right)) return /(?:^|[^\p{N}])\p{N}{1,4}$/u.test(left) && /^\p{N}{1,4}(?!\p{N})/u.test(right)
  const bare = right.replace(/\.$/, '')
  return [right, bare].some((word) => rules.isUnit(word) || rules.isScale(word))
}
