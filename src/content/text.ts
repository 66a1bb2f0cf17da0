import { decodeHTML, decodeHTMLStrict } from 'entities'
import { LANGUAGE_RULES, type Language } from '../languages/language.ts'
import { perLanguage } from '../languages/per-language.ts'
import { beginningOfText } from './graphemes.ts'
import { parseHtml, textOf } from './html/tree.ts'

/**
 * Decodes the HTML entities of plain text once: `&amp;lt;` becomes `&lt;`, not `<`. Only entities with their semicolon:
 * a URL in a text keeps its `&currency=`.
 */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

/** The readable text of a piece of HTML: without tags, entities decoded once, white space folded, trimmed. */
export function plainText(html: string): string {
  const text = html.includes('<') ? textOf(parseHtml(html)) : decodeHTML(html)
  return foldWhiteSpace(text)
}

/** Every run of white space becomes one space (no-break spaces stay), both ends are trimmed. */
export function foldWhiteSpace(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ').trim()
}

/**
 * The first sentence of a text: up to the first `.`, `!` or `?` before white space, a closing quote or the end, so that
 * "3.5" stays whole (CARD-35).
 * @param plain plain text with its entities already decoded (`plainText`, `plainField`)
 * @returns plain text, to be escaped on output; the whole text when no sentence ends in it
 */
export function firstSentence(plain: string): string {
  const end = /[.!?](?=[\s"'”’»]|$)/.exec(plain)
  return end ? plain.slice(0, end.index + 1) : plain
}

/**
 * Joins the language's one-letter words to the next word with a no-break space, so that no title line ends in "w" or
 * "z" (TEXT-3).
 */
export function bindShortWords(text: string, language: Language): string {
  const pattern = shortWords(language)
  return pattern ? text.replace(pattern, '$1\u00a0') : text
}

const shortWords = perLanguage((language) => {
  const { shortWords: letters } = LANGUAGE_RULES[language]
  return letters === '' ? undefined : new RegExp(`(?<=^|[\\s(„“"«\u00a0])([${letters}]) (?=\\S)`, 'giu')
})

/** Number of words, for the reading time. */
export function countWords(text: string): number {
  const word = /[\p{L}\p{N}]+(?:[-'’.,][\p{L}\p{N}]+)*/gu
  let count = 0
  while (word.test(text)) count += 1
  return count
}

/** A text field (BLOCK-3): entities are decoded once, tags are literal text. */
export function plainField(value: string): string {
  return foldWhiteSpace(decodeEntities(value))
}

/** Longest name, title or description from elsewhere, in characters. */
const MAX_LINE = 300

/** Text from elsewhere as the site folder takes it: one line, without control characters and halves of characters. */
export function oneLine(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
  return beginningOfText(line.trim(), MAX_LINE).trim()
}
