import { defaultTreeAdapter, html as dialect } from 'parse5'
import { isEmbed } from '../../../src/content/embeds.ts'
import { type HtmlElement, type HtmlNode, isElement, isText, parseHtml, visit } from '../../../src/content/html/tree.ts'
import { shownNodes } from '../../../src/content/plugin-markup/plugin-markup.ts'
import { embedFigure } from '../../../src/content/shortcode-figures.ts'
import type { OwnEmbed } from '../../../src/services/service.ts'

const BLOCKS = new Set(
  `address article aside blockquote canvas center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr iframe li main map menu nav ol p pre section summary table tbody td tfoot th thead tr
  caption colgroup col ul script style object video audio noscript`.split(/\s+/),
)
const OPAQUE = new Set('pre script style textarea svg math object video audio iframe figure'.split(' '))
/** Only a blank line makes a paragraph of these. */
const LINES = new Set('li dt dd td th figcaption caption summary legend address div'.split(' '))
const STRUCTURE = new Set('table tbody thead tfoot tr colgroup ul ol dl menu dir'.split(' '))
const SINGLE = new Set('h1 h2 h3 h4 h5 h6'.split(' '))
const MAX_DEPTH = 60
/** Matches from the first space only: trying each one of a long run would be quadratic. */
const BLANK_LINE = /(?<![^\S\n])[^\S\n]*\n[^\S\n]*\n\s*/
const LINE_END = /(?<![^\S\n])[^\S\n]*\n/

/**
 * A blank line ends a paragraph of classic content. The parsed tree keeps the result well-formed.
 * @param embeds the site's own providers
 */
export function withParagraphs(html: string, embeds: readonly OwnEmbed[]): HtmlNode[] {
  return container(shownNodes(html.replace(/\r\n?/g, '\n')), 'always', { depth: 0, embeds })
}

type Wrapping = 'always' | 'parted'

interface Place {
  depth: number
  embeds: readonly OwnEmbed[]
}

function container(nodes: readonly HtmlNode[], wrapping: Wrapping, place: Place): HtmlNode[] {
  const out: HtmlNode[] = []
  let run: HtmlNode[] = []
  const flush = (): void => {
    if (run.length > 0) for (const line of linesOf(run, wrapping, place)) out.push(line)
    run = []
  }
  for (const node of nodes) {
    if (!isElement(node) && !isText(node)) continue
    if (!isElement(node) || !standsAlone(node)) {
      run.push(node)
      continue
    }
    flush()
    const made = block(node, place)
    out.push(...(made.length > 0 ? made : [textNode('\n')]))
  }
  flush()
  return out
}

function standsAlone(element: HtmlElement): boolean {
  if (BLOCKS.has(element.tagName)) return true
  let holdsBlock = false
  visit(element.childNodes, (inner) => {
    holdsBlock ||= BLOCKS.has(inner.tagName)
    return !holdsBlock
  })
  return holdsBlock
}

function block(element: HtmlElement, place: Place): HtmlNode[] {
  const name = element.tagName
  const deeper = { ...place, depth: place.depth + 1 }
  if (place.depth > MAX_DEPTH || OPAQUE.has(name)) return [element]
  if (name === 'p') {
    // An unclosed paragraph continues across blank lines.
    return parts(element.childNodes)
      .filter(hasContent)
      .map((lines) => withChildren(element, broken(lines)))
  }
  if (SINGLE.has(name)) return [withChildren(element, broken(element.childNodes))]
  if (STRUCTURE.has(name)) {
    const inside = element.childNodes.flatMap((child) => (isElement(child) ? block(child, deeper) : [child]))
    return [withChildren(element, inside)]
  }
  const wrapping = name === 'blockquote' ? 'always' : 'parted'
  const inside = container(element.childNodes, LINES.has(name) ? 'parted' : wrapping, deeper)
  return [withChildren(element, BLOCKS.has(name) ? trimmed(inside) : inside)]
}

function linesOf(run: readonly HtmlNode[], wrapping: Wrapping, { depth, embeds }: Place): HtmlNode[] {
  const paragraphs = parts(run)
  const full = paragraphs.filter(hasContent)
  if (full.length === 0) return []
  if (wrapping === 'parted' && paragraphs.length === 1) return spaced(run, broken(full.flat()))
  return full.flatMap((lines) => (depth === 0 ? withEmbeds(lines, embeds) : [paragraph(lines)]))
}

/** A URL alone on its line becomes an embed. */
function withEmbeds(lines: readonly HtmlNode[], embeds: readonly OwnEmbed[]): HtmlNode[] {
  const out: HtmlNode[] = []
  let pending: HtmlNode[] = []
  const flush = (): void => {
    if (hasContent(pending)) out.push(paragraph(pending))
    pending = []
  }
  for (const [index, node] of lines.entries()) {
    if (!isText(node)) {
      pending.push(node)
      continue
    }
    const written = node.value.split('\n')
    let text = ''
    for (const [number, line] of written.entries()) {
      // The first and the last line may continue in a neighbouring element.
      const isWhole = (number > 0 || index === 0) && (number < written.length - 1 || index === lines.length - 1)
      const embedUrl = isWhole ? line.trim() : ''
      if (/^https?:\/\/\S+$/.test(embedUrl) && isEmbed(embedUrl, embeds)) {
        pending.push(textNode(text))
        flush()
        text = ''
        out.push(...parseHtml(embedFigure(embedUrl).trim()))
      } else text += number < written.length - 1 ? `${line}\n` : line
    }
    pending.push(textNode(text))
  }
  flush()
  return out
}

function paragraph(lines: readonly HtmlNode[]): HtmlNode {
  return withChildren(defaultTreeAdapter.createElement('p', dialect.NS.HTML, []), broken(lines))
}

/** Splits at blank lines and two `<br>` in a row. A split element appears on both sides. */
function parts(nodes: readonly HtmlNode[], depth = 0): HtmlNode[][] {
  const paragraphs: HtmlNode[][] = [[]]
  const current = (): HtmlNode[] => paragraphs.at(-1) ?? []
  nodes.forEach((node, index) => {
    if (isText(node)) {
      node.value.split(BLANK_LINE).forEach((piece, number) => {
        if (number > 0) paragraphs.push([])
        if (piece !== '') current().push(textNode(piece))
      })
    } else if (isElement(node) && isBreak(node)) {
      if (isSecondBreak(nodes, index)) {
        while (isSpaceOrBreak(current().at(-1))) current().pop()
        paragraphs.push([])
      } else current().push(node)
    } else if (isElement(node) && depth < MAX_DEPTH && !OPAQUE.has(node.tagName)) {
      parts(node.childNodes, depth + 1).forEach((inner, number) => {
        if (number > 0) paragraphs.push([])
        current().push(withChildren(node, inner))
      })
    } else if (isElement(node)) current().push(node)
  })
  return paragraphs
}

function isBreak(node: HtmlNode | undefined): boolean {
  return node?.nodeName === 'br'
}

function isSpaceOrBreak(node: HtmlNode | undefined): boolean {
  return node !== undefined && (isText(node) ? node.value.trim() === '' : isBreak(node))
}

function isSecondBreak(nodes: readonly HtmlNode[], index: number): boolean {
  const before = nodes[index - 1]
  return isBreak(before) || (isSpaceOrBreak(before) && isBreak(nodes[index - 2]))
}

function broken(nodes: readonly HtmlNode[]): HtmlNode[] {
  return withBreaks(trimmed(nodes))
}

function withBreaks(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node, index) => {
    if (isElement(node)) return OPAQUE.has(node.tagName) ? [node] : [withChildren(node, withBreaks(node.childNodes))]
    if (!isText(node)) return []
    const afterBreak = isBreak(nodes[index - 1]) ? node.value.replace(/^[^\S\n]*\n/, '') : node.value
    const value = isBreak(nodes[index + 1]) ? afterBreak.replace(/\n[^\S\n]*$/, '') : afterBreak
    return value
      .split(LINE_END)
      .flatMap((line, number) => (number === 0 ? [textNode(line)] : [lineBreak(), textNode(`\n${line}`)]))
  })
}

function spaced(run: readonly HtmlNode[], lines: readonly HtmlNode[]): HtmlNode[] {
  const [first, last] = [run[0], run.at(-1)]
  const before = first && isText(first) && /^\s/.test(first.value) ? [textNode(' ')] : []
  const after = last && isText(last) && /\s$/.test(last.value) ? [textNode(' ')] : []
  return [...before, ...lines, ...after]
}

function trimmed(nodes: readonly HtmlNode[]): HtmlNode[] {
  const out = [...nodes]
  for (let first = out[0]; first && isText(first); first = out[0]) {
    const value = first.value.trimStart()
    if (value !== '') {
      out[0] = textNode(value)
      break
    }
    out.shift()
  }
  for (let last = out.at(-1); last && isText(last); last = out.at(-1)) {
    const value = last.value.trimEnd()
    if (value !== '') {
      out[out.length - 1] = textNode(value)
      break
    }
    out.pop()
  }
  return out
}

function hasContent(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) => {
    if (isText(node)) return node.value.trim() !== ''
    return isElement(node) && !isBreak(node) && (VOID_CONTENT.has(node.tagName) || hasContent(node.childNodes))
  })
}

const VOID_CONTENT = new Set('img iframe embed input svg hr audio video object canvas'.split(' '))

function textNode(value: string): HtmlNode {
  return defaultTreeAdapter.createTextNode(value)
}

function lineBreak(): HtmlNode {
  return defaultTreeAdapter.createElement('br', dialect.NS.HTML, [])
}

function withChildren(element: HtmlElement, children: readonly HtmlNode[]): HtmlElement {
  const copy = defaultTreeAdapter.createElement(element.tagName, element.namespaceURI, [...element.attrs])
  for (const child of children) defaultTreeAdapter.appendChild(copy, child)
  return copy
}
