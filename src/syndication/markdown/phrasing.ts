import type { PhrasingContent } from 'mdast'
import {
  attribute,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  isUnread,
  serialise,
  textOf,
} from '../../content/html/tree.ts'
import { escapeHtml } from '../../system/escape.ts'

const EMPHASIS: Readonly<Record<string, 'strong' | 'emphasis' | 'delete'>> = {
  strong: 'strong',
  b: 'strong',
  em: 'emphasis',
  i: 'emphasis',
  s: 'delete',
  del: 'delete',
  strike: 'delete',
}

/** `kept`: other markup stays HTML. `dropped`: only its text stays, so that hostile markup is none. */
export type Markup = 'kept' | 'dropped'

export function phrasingOf(nodes: readonly HtmlNode[], markup: Markup): PhrasingContent[] {
  return merged(nodes.flatMap((node) => phraseOf(node, markup)))
}

function phraseOf(node: HtmlNode, markup: Markup): PhrasingContent[] {
  if (isText(node)) return [{ type: 'text', value: node.value.replace(/[ \t\n\r]+/g, ' ') }]
  if (!isElement(node)) return []
  const { tagName } = node
  const isDropped = markup === 'dropped'
  if (tagName === 'br') return [{ type: 'break' }]
  if ((isDropped || (isBare(node) && node.childNodes.every(isText))) && tagName === 'code') {
    return [{ type: 'inlineCode', value: textOf([node]) }]
  }
  const type = EMPHASIS[tagName]
  if (type !== undefined && (isDropped || isBare(node))) return emphasised(type, phrasingOf(node.childNodes, markup))
  if (tagName === 'a') return linkOf(node, markup)
  if (tagName === 'img') return imageOf(node, markup)
  if (!isDropped) return tagged(node)
  return isUnread(node) ? [] : phrasingOf(node.childNodes, markup)
}

const LINK_ATTRIBUTES = new Set(['href', 'title', 'rel', 'target'])
const IMAGE_ATTRIBUTES = new Set(['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'])

function linkOf(node: HtmlElement, markup: Markup): PhrasingContent[] {
  const url = attribute(node, 'href')
  const children = phrasingOf(node.childNodes, markup)
  const isPlain = url !== undefined && !children.some((child) => child.type === 'link')
  if (!isPlain && markup === 'dropped') return children
  // The portal decides about `rel` and `target` (LINK-1).
  if (!isPlain || (markup === 'kept' && !isKnown(node, LINK_ATTRIBUTES))) return tagged(node)
  return [{ type: 'link', url, title: attribute(node, 'title') || null, children: children as never }]
}

function imageOf(node: HtmlElement, markup: Markup): PhrasingContent[] {
  const [url, title] = [attribute(node, 'src'), attribute(node, 'title')]
  if (url !== undefined && (markup === 'dropped' || isKnown(node, IMAGE_ATTRIBUTES))) {
    return [{ type: 'image', url, alt: attribute(node, 'alt') ?? '', title: title || null }]
  }
  return markup === 'dropped' ? [] : [{ type: 'html', value: serialise(node) }]
}

function isBare({ attrs }: HtmlElement): boolean {
  return attrs.length === 0
}

function isKnown({ attrs }: HtmlElement, known: ReadonlySet<string>): boolean {
  return attrs.every(({ name }) => known.has(name))
}

function tagged(node: HtmlElement): PhrasingContent[] {
  const attributes = node.attrs.map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`).join('')
  return [
    { type: 'html', value: `<${node.tagName}${attributes}>` },
    ...phrasingOf(node.childNodes, 'kept'),
    ...(node.tagName === 'wbr' ? [] : [{ type: 'html' as const, value: `</${node.tagName}>` }]),
  ]
}

/** Markdown reads no emphasis with white space at its edges. */
function emphasised(type: 'strong' | 'emphasis' | 'delete', children: PhrasingContent[]): PhrasingContent[] {
  const inside = [...children]
  const [first, last] = [inside[0], inside.at(-1)]
  const before = first?.type === 'text' ? (/^\s+/.exec(first.value)?.[0] ?? '') : ''
  if (first?.type === 'text' && before !== '') inside[0] = { ...first, value: first.value.slice(before.length) }
  const end = inside.at(-1)
  const after = last?.type === 'text' && end?.type === 'text' ? end.value.slice(end.value.trimEnd().length) : ''
  if (end?.type === 'text' && after !== '') {
    inside[inside.length - 1] = { ...end, value: end.value.slice(0, -after.length) }
  }
  const kept = inside.filter((child) => child.type !== 'text' || child.value !== '')
  return [
    ...(before === '' ? [] : [{ type: 'text' as const, value: before }]),
    ...(kept.length === 0 ? [] : [{ type, children: kept }]),
    ...(after === '' ? [] : [{ type: 'text' as const, value: after }]),
  ]
}

function merged(children: readonly PhrasingContent[]): PhrasingContent[] {
  const out: PhrasingContent[] = []
  for (const child of children) {
    const last = out.at(-1)
    if (child.type === 'text' && last?.type === 'text')
      out[out.length - 1] = { ...last, value: last.value + child.value }
    else if (child.type === 'text' && last?.type === 'break') out.push({ ...child, value: child.value.trimStart() })
    else out.push(child)
  }
  return out
}

/** A space that does not break belongs to a word. */
function withoutLastSpace(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n\r'.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Drops white space at both ends. */
export function lineOf(nodes: readonly HtmlNode[], markup: Markup): PhrasingContent[] {
  const line = phrasingOf(nodes, markup)
  for (;;) {
    const first = line[0]
    if (first?.type !== 'text') break
    const value = first.value.replace(/^[ \t\n\r]+/, '')
    if (value !== '') {
      line[0] = { ...first, value }
      break
    }
    line.shift()
  }
  for (;;) {
    const last = line.at(-1)
    if (last?.type !== 'text') break
    const value = withoutLastSpace(last.value)
    if (value !== '') {
      line[line.length - 1] = { ...last, value }
      break
    }
    line.pop()
  }
  return line
}
