import type { Nodes, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'
import { plainLine } from '../../content/plain-line.ts'

const OPTIONS: Options = {
  bullet: '-',
  emphasis: '_',
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const CONTROLS = /[^\P{Cc}\t\n]/gu

/**
 * The library escapes texts; URLs are absolute and of safe schemes, and no node is markup (MACH-8).
 * @param base URL of the article
 */
export function markdownText(children: readonly RootContent[], base: string): string {
  return toMarkdown({ type: 'root', children: children.flatMap((child) => settled(child, base)) }, OPTIONS)
}

function settled<N extends Nodes>(node: N, base: string): N[] {
  if (node.type === 'html') return []
  const own = {
    ...node,
    ...('value' in node && { value: plainText(node.value) }),
    ...('alt' in node && { alt: plainText(node.alt ?? '') }),
    ...('title' in node && node.title && { title: plainText(node.title) }),
  }
  const children = 'children' in node ? node.children.flatMap((child) => settled(child as N, base)) : undefined
  if (!('url' in node)) return [{ ...own, ...(children && { children }) }]
  const url = URL.parse(node.url, base)
  if (!url || !SCHEMES.has(url.protocol)) return children ?? []
  return [{ ...own, url: url.href, ...(children && { children }) }]
}

function plainText(value: string): string {
  return plainLine(value.toWellFormed()).replace(CONTROLS, '')
}
