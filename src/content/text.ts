import { decodeHTML, decodeHTMLStrict } from 'entities'
import { parseHtml, textOf } from './html/tree.ts'

/**
 * Decodes the HTML entities of plain text once: `&amp;lt;` becomes `&lt;`, not `<`. Only those with their semicolon: an
 * address in a text keeps its `&currency=`.
 */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

/** The readable text of a piece of HTML: tags gone, entities decoded once, white space folded, trimmed. */
export function plainText(html: string): string {
  const text = html.includes('<') ? textOf(parseHtml(html)) : decodeHTML(html)
  return foldWhiteSpace(text)
}

/** Every run of white space becomes one space (no-break spaces stay), both ends are trimmed. */
export function foldWhiteSpace(text: string): string {
  return text.replace(/[^\S\u00a0\u202f]+/g, ' ').trim()
}

/**
 * The first sentence of a text: cut after the first `.`, `!` or `?` that white space, a closing quote or the end
 * follows, so that "3.5" stays whole (CARD-35).
 * @param plain plain text, its entities decoded already (`plainText`, `plainField`): here they are not decoded again
 * @returns plain text, to be escaped again where it is written out; the whole text when no sentence ends in it
 */
export function firstSentence(plain: string): string {
  const end = /[.!?](?=[\s"'”’»]|$)/.exec(plain)
  return end ? plain.slice(0, end.index + 1) : plain
}

/**
 * Binds one-letter words to the next one with a no-break space, so that no title line ends in "w" or "z"
 * (visual brief, "Type").
 */
export function bindShortWords(text: string): string {
  return text.replace(/(?<=^|[\s(„«\u00a0])([aiouwzAIOUWZ]) (?=\S)/g, '$1\u00a0')
}

/** Words of a text, for reading time. */
export function countWords(text: string): number {
  const word = /[\p{L}\p{N}]+(?:[-'’.,][\p{L}\p{N}]+)*/gu
  let count = 0
  while (word.test(text)) count += 1
  return count
}

/** A text field of the contract: entities are decoded once, a tag in it is text. */
export function plainField(value: string): string {
  return foldWhiteSpace(decodeEntities(value))
}
