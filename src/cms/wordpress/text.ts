import { escapeHtml } from '../../content/html/escape.ts'
import { plainText } from '../../content/text.ts'

/**
 * A rendered title, name or excerpt as a text field of the contract, of which entities are decoded once: tags go, and
 * what was written as an entity (`AT&amp;T`, `&lt;b&gt;`) stays what it says.
 */
export function textField(html: string | undefined): string {
  return escapeHtml(plainText(html ?? ''))
}

/** Ends of the excerpts that WordPress makes itself. */
const CUT = /(?<!\s)\s*(?:\[\s*(?:…|\.\.\.)\s*\]|…)\s*$/

/** An excerpt for a card: what WordPress cut ends in an ellipsis. */
export function cardLead(excerpt: string | undefined): string {
  return escapeHtml(plainText(excerpt ?? '').replace(CUT, '…'))
}

/**
 * An excerpt above the article's own text: only one that somebody wrote. WordPress makes missing ones of the text's
 * first words, which would stand there twice.
 */
export function articleLead(excerpt: string | undefined, content: string | undefined): string {
  const words = comparable(plainText(excerpt ?? '').replace(CUT, ''))
  if (words === '' || comparable(plainText(content ?? '')).startsWith(words)) return ''
  return textField(excerpt)
}

/** Letters and digits: white space and signs come out differently in the two. */
function comparable(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
