import type { ListKind } from '../../services/list-kind.ts'
import { escapeHtml, type SafeHtml } from '../../system/escape.ts'
import type { Archive } from '../archive.ts'
import { beginningOfText } from '../graphemes.ts'
import { lineNodes } from '../html/sanitise.ts'
import { type HtmlNode, isElement, isOwnLine, isText, parseHtml } from '../html/tree.ts'
import type { LinkRules } from '../links.ts'
import { plainLine } from '../plain-line.ts'
import { isMissing, type Missing } from '../repository.ts'
import { plainText } from '../text.ts'

const MAX_DESCRIPTION = 300

/** For search engines where nothing else describes a list (TOPIC-1, TOPIC-2). */
export function withLead<T extends Pick<Archive, 'seo'>>(list: T, html: string, rules: LinkRules): T {
  const lead = leadParagraphs(html, rules)
  if (lead.length === 0) return list
  const description = list.seo.description || shortened(plainLine(plainText(lead.join(' '))))
  return { ...list, lead, seo: { ...list.seo, description: description || undefined } }
}

/** From the service's file (TOPIC-1). */
export function withTopicLead(
  list: Archive | Missing,
  kind: ListKind,
  slug: string,
  rules: LinkRules,
): Archive | Missing {
  const { topics } = rules.service
  if (topics === undefined || isMissing(list) || list.lead || (kind !== 'category' && kind !== 'tag')) return list
  const leads = kind === 'category' ? topics.categories : topics.tags
  const lead = Object.hasOwn(leads, slug) ? leads[slug] : undefined
  return lead === undefined ? list : withLead(list, escapeHtml(lead), rules)
}

function shortened(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const end = text.lastIndexOf(' ', MAX_DESCRIPTION - 1)
  return `${end > 0 ? text.slice(0, end) : beginningOfText(text, MAX_DESCRIPTION - 1)}…`
}

const MAX_LEAD = 6000
const MAX_PARAGRAPHS = 12

/** Has links and emphasis, no images and anchors (TOPIC-1). WordPress separates paragraphs by blank lines. */
function leadParagraphs(html: string, rules: LinkRules): SafeHtml[] {
  const paragraphs: SafeHtml[] = []
  for (const nodes of linesOf(parseHtml(html.slice(0, MAX_LEAD)))) {
    const line = lineNodes(nodes, rules)
    if (line !== '') paragraphs.push(line)
    if (paragraphs.length === MAX_PARAGRAPHS) break
  }
  return paragraphs
}

function* linesOf(nodes: readonly HtmlNode[]): Generator<HtmlNode[], void> {
  let line: HtmlNode[] = []
  for (const node of nodes) {
    if (isElement(node) && isOwnLine(node)) {
      yield line
      yield node.childNodes
      line = []
    } else if (isText(node)) {
      for (const [index, value] of node.value.split(/\r?\n[^\S\n]*\r?\n/).entries()) {
        if (index > 0) {
          yield line
          line = []
        }
        line.push({ ...node, value })
      }
    } else line.push(node)
  }
  yield line
}
