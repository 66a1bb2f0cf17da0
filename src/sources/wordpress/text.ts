import { isOwnBeginning } from '../../content/generated-excerpt.ts'
import { wordsOfMarkup } from '../../content/html/tree.ts'
import { MAX_FIELD } from '../../content/limits.ts'
import { renderedText } from '../../content/plugin-markup/plugin-markup.ts'
import { withoutReadMore } from '../../content/plugin-markup/read-more.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import { escapeHtml } from '../../system/escape.ts'

/** Longer markup is no valid field, and only loses its tags (COST-5). */
const MAX_PARSED = 2 * MAX_FIELD
/** A cut text is still reported. */
const MAX_READ = 20 * MAX_FIELD

export function wordsOf(html = ''): string {
  if (html.length <= MAX_PARSED) return renderedText(html)
  return foldWhiteSpace(wordsOfMarkup(html.slice(0, MAX_READ).toWellFormed()))
}

/**
 * For the hub's text fields, whose entities are decoded once (BLOCK-3): literal entities (`AT&amp;T`, `&lt;b&gt;`)
 * keep their meaning.
 */
export function textField(html: string | undefined): string {
  return escapeHtml(wordsOf(html))
}

const CUT = /(?<!\s)\s*(?:\[\s*(?:…|\.\.\.)\s*\]|…)\s*$/

/**
 * Ends a cut excerpt in an ellipsis.
 * @param link the post's own
 */
export function cardLead(excerpt: string | undefined, link: string): string {
  return escapeHtml(wordsOf(withoutReadMore(excerpt, link)).replace(CUT, '…'))
}

/** @param link the post's own */
export function excerptField(excerpt: string | undefined, link: string): string {
  return textField(withoutReadMore(excerpt, link))
}

/** Without a generated excerpt, whose words would appear twice. */
export function articleLead(excerpt: string | undefined, content: string | undefined, link: string): string {
  const own = withoutReadMore(excerpt, link)
  const words = wordsOf(own).replace(CUT, '')
  return /[\p{L}\p{N}]/u.test(words) && !isOwnBeginning(words, content ?? '') ? textField(own) : ''
}
