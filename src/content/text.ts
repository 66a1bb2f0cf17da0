import { decodeHTML, decodeHTMLStrict } from 'entities'
import { beginningOfText, graphemes } from './graphemes.ts'
import { parseHtml, textOf } from './html/tree.ts'
import { plainLine } from './plain-line.ts'

/** `&amp;lt;` becomes `&lt;`. Only entities with a semicolon count, as a URL may have `&currency=`. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

/** Decodes once, and folds white space. */
export function plainText(html: string): string {
  const text = html.includes('<') ? textOf(parseHtml(html)) : decodeHTML(html)
  return foldWhiteSpace(text)
}

/** Keeps no-break spaces. */
export function foldWhiteSpace(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ').trim()
}

/**
 * Ends at `.`, `!` or `?` before white space, a closing quote or the end: "3.5" is whole (CARD-35).
 * @param plain with decoded entities
 * @returns plain text; all of it when no sentence ends
 */
export function firstSentence(plain: string): string {
  const end = /[.!?](?=[\s"'”’»]|$)/.exec(plain)
  return end ? plain.slice(0, end.index + 1) : plain
}

export function countWords(text: string): number {
  const word = /[\p{L}\p{N}]+(?:[-'’.,]\u2060?[\p{L}\p{N}]+)*/gu
  let count = 0
  while (word.test(text)) count += 1
  return count
}

/** Decodes entities once; tags are text (BLOCK-3). */
export function plainField(value: string): string {
  return foldWhiteSpace(decodeEntities(value))
}

const MAX_LINE = 300

/** Without control characters and lone surrogates. */
export function oneLine(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
  return beginningOfText(line.trim(), MAX_LINE).trim()
}

/** As readers count (ISSUE-7). */
export const LENGTHS = { subject: 150, preheader: 140, title: 160, lead: 280, name: 80 } as const

/** They would turn the direction of what follows. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu
/** Bounds a character's marks. Code units. */
const UNITS_PER_CHARACTER = 8

/** Drops line breaks, which end a header, and changes of direction; cuts between words if it can (ISSUE-7). */
export function lineOf(written: string, max: number): string {
  const units = max * UNITS_PER_CHARACTER
  const bounded = written.slice(0, 2 * units)
  const line = foldWhiteSpace(plainLine(bounded).replace(TURNING, '').replace(CONTROL, ' '))
  const characters = Array.from(graphemes.segment(line.slice(0, units)), ({ segment }) => segment)
  const isWhole = bounded.length === written.length && line.length <= units && characters.length <= max
  if (isWhole) return line.toWellFormed()
  const cut = characters.slice(0, max - 1).join('')
  const gap = cut.lastIndexOf(' ')
  const end = gap > cut.length / 2 ? gap : cut.length
  return `${cut
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}
