import type { BlockContent, Image, List, ListItem, Paragraph, PhrasingContent, RootContent, Table } from 'mdast'
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'
import {
  attribute,
  classesOf,
  elementNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseHtml,
  textOf,
} from '../../../src/content/html/tree.ts'
import type { ParsedBlock } from '../../../src/sources/block-grammar.ts'
import { lineOf } from '../../../src/syndication/markdown/phrasing.ts'
import { isRecord } from '../../../src/system/record.ts'

export interface BlockWorld {
  caption(children: readonly PhrasingContent[]): string
  inner(blocks: readonly ParsedBlock[]): RootContent[]
}

type Writer = (block: ParsedBlock, nodes: readonly HtmlNode[], world: BlockWorld) => RootContent[] | undefined

/** @returns undefined where Markdown has no form */
export function nodesOfBlock(block: ParsedBlock, world: BlockWorld): RootContent[] | undefined {
  const name = block.blockName ?? ''
  const write = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined
  return write?.(block, parseHtml(wholeMarkup(block)), world)
}

function wholeMarkup({ innerContent, innerBlocks }: ParsedBlock): string {
  let next = 0
  return innerContent
    .map((piece) => {
      if (piece !== null) return piece
      const inner = innerBlocks[next++]
      return inner ? wholeMarkup(inner) : ''
    })
    .join('')
}

const WRITERS: Readonly<Record<string, Writer>> = {
  'core/paragraph': (_, nodes) => {
    const [element] = only(nodes, 'p')
    return element && [{ type: 'paragraph', children: lineOf(element.childNodes, 'kept') }]
  },
  'core/heading': (_, nodes) => {
    const [element] = only(nodes, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')
    if (!element) return undefined
    const depth = Number(element.tagName.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6
    return [{ type: 'heading', depth, children: lineOf(element.childNodes, 'kept') }]
  },
  'core/list': ({ attrs }, nodes) => {
    const [element] = only(nodes, 'ul', 'ol')
    const list = element && listOf(element)
    if (!list || attrs.className !== 'chapters') return list && [list]
    return [directive('chapters', {}, [list])]
  },
  'core/quote': quoteOf,
  'core/pullquote': (_, nodes) => {
    const quote = elementNamed(nodes, 'blockquote')
    const paragraphs = quote && paragraphsIn(quote)
    return paragraphs && [directive('pullquote', {}, paragraphs.text, paragraphs.cite)]
  },
  'core/code': (_, nodes) => {
    const [pre] = only(nodes, 'pre')
    const code = pre && elementNamed([pre], 'code')
    if (!code || code.childNodes.some((child) => !isText(child))) return undefined
    const language = [...classesOf(code), ...classesOf(pre)]
      .map((name) => /^lang(?:uage)?-([\w+#-]{1,20})$/i.exec(name)?.[1])
      .find(Boolean)
    return [{ type: 'code', lang: language ?? null, value: textOf([code]).replace(/\n$/, '') }]
  },
  'core/image': (_, nodes, world) => {
    const image = imageIn(nodes, world)
    return image && [paragraph(image)]
  },
  'core/gallery': galleryOf,
  'core/table': (_, nodes) => {
    const figure = elementNamed(nodes, 'figure')
    const table = elementNamed(nodes, 'table')
    if (!table || (figure && elementNamed(figure.childNodes, 'figcaption'))) return undefined
    return tableOf(table)
  },
  'core/separator': () => [{ type: 'thematicBreak' }],
  'core/embed': ({ attrs }, nodes) => {
    const { url } = attrs
    if (typeof url !== 'string' || !/^https?:\/\/\S+$/.test(url)) return undefined
    const caption = captionOf(nodes)
    if (caption.length === 0) return [paragraph({ type: 'link', url, children: [{ type: 'text', value: url }] })]
    return [leaf('embed', { url }, caption)]
  },
  'core/audio': (block, nodes) => recordingOf('audio', block, nodes),
  'core/video': (block, nodes) => recordingOf('video', block, nodes),
  'core/details': detailsOf,
  'core/block': ({ attrs }) =>
    typeof attrs.ref === 'number' ? [leaf('block', { ref: String(attrs.ref) })] : undefined,
  'acf/separator': ({ attrs }) => fieldsOnly(attrs, 'separator', { size: 'size', color: 'color' }),
  'acf/newsletter': ({ attrs }) => fieldsOnly(attrs, 'newsletter', { description: 'description' }, 'header'),
  'acf/shade-content': ({ attrs, innerBlocks }, _, world) => {
    const data = isRecord(attrs.data) ? attrs.data : {}
    const label = typeof data.button_string === 'string' ? data.button_string : ''
    return [directive('more', {}, world.inner(innerBlocks), label === '' ? [] : [{ type: 'text', value: label }])]
  },
}

function fieldsOnly(
  attrs: ParsedBlock['attrs'],
  name: string,
  fields: Readonly<Record<string, string>>,
  label?: string,
): RootContent[] | undefined {
  const data = isRecord(attrs.data) ? attrs.data : {}
  const known = new Set([...Object.values(fields), label])
  if (Object.entries(data).some(([key, value]) => !known.has(key) || typeof value !== 'string')) return undefined
  const attributes = Object.fromEntries(
    Object.entries(fields).flatMap(([attribute, field]) => (data[field] ? [[attribute, String(data[field])]] : [])),
  )
  const words = label === undefined ? '' : String(data[label] ?? '')
  return [leaf(name, attributes, words === '' ? [] : [{ type: 'text', value: words }])]
}

function quoteOf(_: ParsedBlock, nodes: readonly HtmlNode[]): RootContent[] | undefined {
  const [quote] = only(nodes, 'blockquote')
  const paragraphs = quote && paragraphsIn(quote)
  if (!paragraphs) return undefined
  if (paragraphs.cite.length > 0) return [directive('quote', {}, paragraphs.text, paragraphs.cite)]
  return [{ type: 'blockquote', children: paragraphs.text }]
}

function paragraphsIn(quote: HtmlElement): { text: Paragraph[]; cite: PhrasingContent[] } | undefined {
  const inside = contentOf(quote.childNodes)
  const text = inside.filter((child): child is HtmlElement => isElement(child) && child.tagName === 'p')
  const cites = inside.filter((child): child is HtmlElement => isElement(child) && child.tagName === 'cite')
  if (text.length + cites.length !== inside.length || cites.length > 1 || text.length === 0) return undefined
  return {
    text: text.map(({ childNodes }) => ({ type: 'paragraph', children: lineOf(childNodes, 'kept') })),
    cite: cites.flatMap(({ childNodes }) => lineOf(childNodes, 'kept')),
  }
}

function listOf(element: HtmlElement): List | undefined {
  const items: ListItem[] = []
  for (const item of contentOf(element.childNodes)) {
    if (!isElement(item) || item.tagName !== 'li') return undefined
    const children: ListItem['children'] = []
    let line: HtmlNode[] = []
    const flush = (): void => {
      const words = lineOf(line, 'kept')
      if (words.length > 0) children.push({ type: 'paragraph', children: words })
      line = []
    }
    for (const child of item.childNodes) {
      const isInner = isElement(child) && (child.tagName === 'ul' || child.tagName === 'ol')
      const inner = isInner ? listOf(child) : undefined
      if (isInner && !inner) return undefined
      if (inner) {
        flush()
        children.push(inner)
      } else line.push(child)
    }
    flush()
    items.push({ type: 'listItem', spread: false, children })
  }
  const start = Number(attribute(element, 'start') ?? 1)
  return { type: 'list', ordered: element.tagName === 'ol', start, spread: false, children: items }
}

function imageIn(nodes: readonly HtmlNode[], world: BlockWorld): PhrasingContent | undefined {
  const image = elementNamed(nodes, 'img')
  const src = image && attribute(image, 'src')
  if (!image || !src) return undefined
  const caption = captionOf(nodes)
  const title = caption.length > 0 ? world.caption(caption) : null
  const node: Image = { type: 'image', url: src, alt: attribute(image, 'alt') ?? '', title }
  const around = elementNamed(nodes, 'a')
  const href = around && elementNamed(around.childNodes, 'img') ? attribute(around, 'href') : undefined
  return href === undefined ? node : { type: 'link', url: href, children: [node] }
}

function galleryOf({ attrs }: ParsedBlock, nodes: readonly HtmlNode[], world: BlockWorld): RootContent[] | undefined {
  const [gallery] = only(nodes, 'figure')
  if (!gallery) return undefined
  const figures = gallery.childNodes.filter(
    (child): child is HtmlElement => isElement(child) && child.tagName === 'figure',
  )
  const own = gallery.childNodes.find(
    (child): child is HtmlElement => isElement(child) && child.tagName === 'figcaption',
  )
  const images = figures.map((figure) => imageIn([figure], world))
  if (images.length === 0 || images.some((image) => image?.type !== 'image')) return undefined
  const columns: Record<string, string> = typeof attrs.columns === 'number' ? { columns: String(attrs.columns) } : {}
  const children = images.map((image): Paragraph => paragraph(image as Image))
  return [directive('gallery', columns, children, own ? lineOf(own.childNodes, 'kept') : [])]
}

function tableOf(table: HtmlElement): RootContent[] | undefined {
  const parts = contentOf(table.childNodes).filter(isElement)
  const head = parts.find(({ tagName }) => tagName === 'thead')
  const body = parts.filter(({ tagName }) => tagName === 'tbody')
  if (!head || parts.length !== body.length + 1) return undefined
  const rows = [head, ...body].flatMap((part) => contentOf(part.childNodes).filter(isElement))
  const cells = rows.map((row) => contentOf(row.childNodes).filter(isElement))
  const [first] = cells
  const isPlain = cells.every((row) => row.length === first?.length && row.every(({ attrs }) => attrs.length === 0))
  if (!isPlain || contentOf(head.childNodes).length !== 1) return undefined
  const node: Table = {
    type: 'table',
    children: cells.map((row) => ({
      type: 'tableRow',
      children: row.map(({ childNodes }) => ({ type: 'tableCell', children: lineOf(childNodes, 'kept') })),
    })),
  }
  return [node]
}

function recordingOf(
  name: 'audio' | 'video',
  { attrs }: ParsedBlock,
  nodes: readonly HtmlNode[],
): RootContent[] | undefined {
  const player = elementNamed(nodes, name)
  const src = player && attribute(player, 'src')
  if (!player || !src || contentOf(player.childNodes).length > 0) return undefined
  const poster = attribute(player, 'poster')
  const duration: Record<string, string> =
    typeof attrs.duration === 'number' ? { duration: String(attrs.duration) } : {}
  return [leaf(name, { src, ...(poster && { poster }), ...duration }, captionOf(nodes))]
}

function detailsOf({ innerBlocks, attrs }: ParsedBlock, nodes: readonly HtmlNode[], world: BlockWorld) {
  const [element] = only(nodes, 'details')
  const summary = element && elementNamed(element.childNodes, 'summary')
  if (!summary || attribute(element, 'open') !== undefined || innerBlocks.length === 0) return undefined
  const name = attrs.className === 'transcript' ? 'transcript' : 'details'
  return [directive(name, {}, world.inner(innerBlocks), lineOf(summary.childNodes, 'kept'))]
}

function captionOf(nodes: readonly HtmlNode[]): PhrasingContent[] {
  const caption = elementNamed(nodes, 'figcaption')
  return caption ? lineOf(caption.childNodes, 'kept') : []
}

function only(nodes: readonly HtmlNode[], ...names: string[]): HtmlElement[] {
  const [first, ...others] = contentOf(nodes)
  return first && others.length === 0 && isElement(first) && names.includes(first.tagName) ? [first] : []
}

function contentOf(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.filter((node) => (isText(node) ? node.value.trim() !== '' : isElement(node)))
}

function paragraph(child: PhrasingContent): Paragraph {
  return { type: 'paragraph', children: [child] }
}

function leaf(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: PhrasingContent[] = [],
): LeafDirective {
  return { type: 'leafDirective', name, attributes, children }
}

function directive(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: readonly RootContent[],
  label: PhrasingContent[] = [],
): ContainerDirective {
  const head: Paragraph[] =
    label.length > 0 ? [{ type: 'paragraph', data: { directiveLabel: true }, children: label }] : []
  return { type: 'containerDirective', name, attributes, children: [...head, ...(content as BlockContent[])] }
}
