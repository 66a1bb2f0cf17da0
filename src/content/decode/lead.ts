import type { Archive } from '../archive.ts'
import { leadParagraphs } from '../html/lead-html.ts'
import type { LinkRules } from '../links.ts'
import { plainText } from '../text.ts'

/** Characters of a description for search engines. */
const MAX_DESCRIPTION = 300

/** A list with its lead, which describes it for search engines where nothing else does (TOPIC-1, TOPIC-2). */
export function withLead<T extends Pick<Archive, 'seo'>>(list: T, html: string, rules: LinkRules): T {
  const lead = leadParagraphs(html, rules)
  if (lead.length === 0) return list
  const description = list.seo.description || shortened(plainText(lead.join(' ')))
  return { ...list, lead, seo: { ...list.seo, ...(description && { description }) } }
}

/** Whole words. */
function shortened(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const end = text.lastIndexOf(' ', MAX_DESCRIPTION - 1)
  return `${text.slice(0, end > 0 ? end : MAX_DESCRIPTION - 1).toWellFormed()}…`
}
