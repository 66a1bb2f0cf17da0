import type { SafeHtml } from '../../system/escape.ts'
import type { LinkRules } from '../links.ts'
import { lineNodes } from './sanitise.ts'
import { type HtmlNode, isElement, isOwnLine, isText, parseHtml } from './tree.ts'

const MAX_LEAD = 6000
const MAX_PARAGRAPHS = 12

/**
 * Writes a list's lead as paragraphs with links and emphasis, without images and anchors (TOPIC-1). WordPress separates
 * paragraphs by blank lines.
 */
export function leadParagraphs(html: string, rules: LinkRules): SafeHtml[] {
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
