import { parseHtml, textOf } from '../../content/html/tree.ts'

/** A word joiner is invisible, and no character of a tag or a reference. */
const JOINER = '\u2060'

/**
 * Writes text that reads the same as text and as HTML, however often it is decoded: RSS does not say which of the two
 * its elements hold, and readers differ (FEED-15). An invisible character breaks tags and references.
 */
export function neutralText(text: string): string {
  if (!/[<&]/.test(text)) return text
  const withoutTags = text.replace(/<(?=[a-z/!?])/gi, `<${JOINER}`)
  if (!withoutTags.includes('&') || textOf(parseHtml(withoutTags)) === withoutTags) return withoutTags
  return withoutTags.replace(/&(?=[a-z#])/gi, `&${JOINER}`)
}
