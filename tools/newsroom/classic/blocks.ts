import {
  attribute,
  classesOf,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  serialise,
  textOf,
} from '../../../src/content/html/tree.ts'
import { delimited } from '../../../src/sources/block-grammar.ts'

/** These stay unchanged in a paragraph or heading (src/content/html/sanitise.ts). */
const INLINE = new Set(
  `a abbr acronym b bdi bdo big br cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time
  tt u var wbr`.split(/\s+/),
)
const HEADING = /^h[1-6]$/

/** Turns markup into blocks; only comments are dropped. */
export function blocksOf(nodes: readonly HtmlNode[]): string {
  const blocks: string[] = []
  let pending: string[] = []
  const flush = (): void => {
    const html = pending.join('\n').trim()
    if (html !== '') blocks.push(delimited('html', {}, html))
    pending = []
  }
  for (const node of nodes) {
    if (!isElement(node) && !isText(node)) continue
    const block = isElement(node) ? blockOf(node) : undefined
    if (block === undefined) {
      pending.push(serialise(node))
      continue
    }
    flush()
    blocks.push(block)
  }
  flush()
  return blocks.map((block) => `${block}\n`).join('\n')
}

function blockOf(element: HtmlElement): string | undefined {
  const html = serialise(element)
  const classes = new Set(classesOf(element))
  if (HEADING.test(element.tagName) && holdsLinesOnly(element)) {
    const level = Number(element.tagName.slice(1))
    return delimited('heading', level === 2 ? {} : { level }, html)
  }
  if (element.tagName === 'hr') return delimited('separator', {}, '<hr class="wp-block-separator"/>')
  if (element.tagName === 'p') return paragraphOf(element, html)
  if (element.tagName === 'pre')
    return isCode(element) || classes.has('wp-block-code') ? delimited('code', {}, html) : undefined
  if (element.tagName === 'ul' || element.tagName === 'ol') return listOf(element, html)
  if (element.tagName === 'blockquote') return holdsParagraphs(element) ? delimited('quote', {}, html) : undefined
  if (element.tagName === 'table') return tableOf(element, html)
  if (element.tagName !== 'figure') return undefined
  const images = elementsNamed([element], 'img')
  if (classes.has('wp-block-gallery') && images.length > 0) return delimited('gallery', { linkTo: 'none' }, html)
  const players = elementsNamed([element], 'audio', 'video')
  for (const name of ['audio', 'video'] as const)
    if (classes.has(`wp-block-${name}`) && players.length === 1) return delimited(name, {}, html)
  if (classes.has('wp-block-image') && images.length === 1) return delimited('image', {}, html)
  const embedUrl = classes.has('wp-block-embed') ? textOf(element.childNodes).trim() : ''
  if (/^https?:\/\/\S+$/.test(embedUrl)) return delimited('embed', { url: embedUrl }, html)
  return undefined
}

function paragraphOf(element: HtmlElement, html: string): string | undefined {
  const image = onlyImage(element)
  if (image) return delimited('image', {}, `<figure class="wp-block-image">${serialise(image)}</figure>`)
  if (!holdsLinesOnly(element)) return undefined
  const align = /(?:^|;)\s*text-align\s*:\s*(left|center|right)\b/i.exec(attribute(element, 'style') ?? '')?.[1]
  return delimited('paragraph', align === undefined ? {} : { align: align.toLowerCase() }, html)
}

/** Highlighters put their own elements into code. */
function isCode(element: HtmlElement): boolean {
  const [only, ...others] = contentOf(element)
  if (!only || others.length > 0 || !isElement(only) || only.tagName !== 'code') return false
  return only.childNodes.every(isText)
}

function listOf(element: HtmlElement, html: string): string | undefined {
  if (!isListOfLines(element)) return undefined
  return delimited('list', element.tagName === 'ol' ? { ordered: true } : {}, html)
}

function isListOfLines(list: HtmlElement): boolean {
  return contentOf(list).every(
    (item) =>
      isElement(item) &&
      item.tagName === 'li' &&
      item.childNodes.every((child) => isLine(child) || (isElement(child) && isList(child) && isListOfLines(child))),
  )
}

function isList({ tagName }: HtmlElement): boolean {
  return tagName === 'ul' || tagName === 'ol'
}

function holdsParagraphs(quote: HtmlElement): boolean {
  const inside = contentOf(quote)
  return (
    inside.length > 0 && inside.every((child) => isElement(child) && child.tagName === 'p' && holdsLinesOnly(child))
  )
}

const TABLE_PARTS = new Set('thead tbody tfoot tr td th'.split(' '))

function tableOf(element: HtmlElement, html: string): string | undefined {
  const isPlain = (part: HtmlElement): boolean =>
    contentOf(part).every((child) => {
      if (!isElement(child)) return isCell(part)
      return TABLE_PARTS.has(child.tagName) ? isPlain(child) : isCell(part) && isLine(child)
    })
  return isPlain(element) ? delimited('table', {}, `<figure class="wp-block-table">${html}</figure>`) : undefined
}

function isCell({ tagName }: HtmlElement): boolean {
  return tagName === 'td' || tagName === 'th'
}

function contentOf(element: HtmlElement): HtmlNode[] {
  return element.childNodes.filter((child) => !isText(child) || child.value.trim() !== '')
}

function onlyImage(element: HtmlElement): HtmlElement | undefined {
  const inside = contentOf(element)
  const [only] = inside
  if (inside.length !== 1 || !only || !isElement(only)) return undefined
  if (only.tagName === 'img') return only
  return only.tagName === 'a' && onlyImage(only) ? only : undefined
}

function holdsLinesOnly(element: HtmlElement): boolean {
  return element.childNodes.every(isLine)
}

function isLine(node: HtmlNode): boolean {
  return !isElement(node) || (INLINE.has(node.tagName) && holdsLinesOnly(node))
}
