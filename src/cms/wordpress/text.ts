import { escapeHtml } from '../../content/html/escape.ts'
import { beginningOf } from '../../content/html/size.ts'
import { wordsOfMarkup } from '../../content/html/tree.ts'
import { MAX_FIELD } from '../../content/limits.ts'
import { foldWhiteSpace, plainText } from '../../content/text.ts'

/** Markup of a field that is parsed; longer one is no field (COST-7), and of that the words are taken as they stand (COST-15). */
const MAX_PARSED = 2 * MAX_FIELD
/** Markup of a field that is looked at, so that what is cut by its words is told of. */
const MAX_READ = 20 * MAX_FIELD
/** Of a text, what is looked through for the words of its excerpt (COST-16). */
const LOOKED_THROUGH = { tags: 10_000, characters: 100_000 }

/** The words of a field. */
export function wordsOf(html = ''): string {
  if (html.length <= MAX_PARSED) return plainText(html)
  return foldWhiteSpace(wordsOfMarkup(html.slice(0, MAX_READ).toWellFormed()))
}

/**
 * A rendered title, name or excerpt as a text field of the contract, of which entities are decoded once: tags go, and
 * what was written as an entity (`AT&amp;T`, `&lt;b&gt;`) stays what it says.
 */
export function textField(html: string | undefined): string {
  return escapeHtml(wordsOf(html))
}

/** Ends of the excerpts that WordPress makes itself. */
const CUT = /(?<!\s)\s*(?:\[\s*(?:…|\.\.\.)\s*\]|…)\s*$/

/** An excerpt for a card: what WordPress cut ends in an ellipsis. */
export function cardLead(excerpt: string | undefined): string {
  return escapeHtml(wordsOf(excerpt).replace(CUT, '…'))
}

/**
 * An excerpt above the article's own text: only one that somebody wrote. WordPress makes missing ones of the text's
 * first words, which would stand there twice.
 */
export function articleLead(excerpt: string | undefined, content: string | undefined): string {
  const words = comparable(wordsOf(excerpt).replace(CUT, ''))
  const beginning = plainText(beginningOf(content ?? '', LOOKED_THROUGH))
  if (words === '' || comparable(beginning).startsWith(words)) return ''
  return textField(excerpt)
}

/** Letters and digits: white space and signs come out differently in the two. */
function comparable(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
