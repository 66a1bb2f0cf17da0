import { parseHtml, textOf } from '../../content/html/tree.ts'

/** Invisible, and no character of a tag or a reference (U+2060, word joiner). */
const JOINER = '\u2060'

/**
 * Text that says the same as text and as HTML, however often it is decoded: RSS does not say which of the two its
 * elements hold, and readers differ (FEED-15). What would become a tag or a reference is broken by an invisible
 * character.
 */
export function neutralText(text: string): string {
  if (!/[<&]/.test(text)) return text
  const withoutTags = text.replace(/<(?=[a-z/!?])/gi, `<${JOINER}`)
  if (!withoutTags.includes('&') || textOf(parseHtml(withoutTags)) === withoutTags) return withoutTags
  return withoutTags.replace(/&(?=[a-z#])/gi, `&${JOINER}`)
}
