import { joinHtml, type SafeHtml } from '../../system/escape.ts'
import { isRecord } from '../../system/record.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block, HeadingBlock, ListBlock, ListItem, ParagraphBlock } from '../block.ts'
import { embedCode, mayHoldEmbeds } from '../embeds/markup.ts'
import { highlight } from '../highlight.ts'
import { anchorOf } from '../html/anchor.ts'
import { anchorPlace, inlineNodes } from '../html/sanitise.ts'
import { type Alignment, alignment, alignmentOf, listNumerals } from '../html/style.ts'
import {
  attribute,
  classesOf,
  elementNamed,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOwnLine,
  isText,
  textOf,
} from '../html/tree.ts'
import { decodeEntities } from '../text.ts'
import { number, text, type WireBlock } from '../wire.ts'
import { placesOf } from './anchors.ts'
import type { LeafNormaliser, NormaliseContext, Normaliser } from './context.ts'
import { embedBlockOf, linePieces, remaining, takeEmbeds } from './embed-markup.ts'
import { dataOf, lineField, textField } from './fields.ts'
import { anchorOfSettings } from './places.ts'

export const paragraph: LeafNormaliser = (block, context) => {
  const nodes = context.parse(block.innerHTML)
  const embeds = mayHoldEmbeds(block.innerHTML) ? takeEmbeds(nodes, context) : []
  const element = nodes.filter(isElement).find(({ tagName }) => tagName === 'p')
  const align = alignment(block.attrs.align) ?? (element && alignmentOf(element))
  const own = { align, dropCap: block.attrs.dropCap === true || undefined }
  const made = linesAndEmbeds(nodes, context).map((one) => (one.type === 'paragraph' ? { ...one, ...own } : one))
  return [...made, ...embeds]
}

function linesAndEmbeds(nodes: readonly HtmlNode[], context: NormaliseContext): Block[] {
  const line = (inside: readonly HtmlNode[]): ParagraphBlock[] => {
    const html = inlineNodes(inside, context.rules)
    return html === '' ? [] : [{ type: 'paragraph', html }]
  }
  const element = nodes.filter(isElement).find(({ tagName }) => tagName === 'p')
  const pieces = linePieces(element?.childNodes ?? nodes, context)
  const isWhole = element !== undefined && nodes.every((node) => node === element || isBlank(node))
  if (!pieces) return line(isWhole ? element.childNodes : nodes)
  return pieces.flatMap((piece) => ('nodes' in piece ? line(piece.nodes) : embedBlockOf(piece.url, context)))
}

function isBlank(node: HtmlNode): boolean {
  return isText(node) && node.value.trim() === ''
}

export const heading: LeafNormaliser = (block, context) => {
  const nodes = context.parse(block.innerHTML)
  const embeds = mayHoldEmbeds(block.innerHTML) ? takeEmbeds(nodes, context) : []
  const element = elementNamed(nodes, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')
  const html = inlineNodes(element?.childNodes ?? nodes, context.rules)
  if (html === '') return embeds
  const rawLevel = number.parse(block.attrs.level) ?? Number(element?.tagName.slice(1) ?? 2)
  const level = Math.min(6, Math.max(2, Math.trunc(rawLevel))) as HeadingBlock['level']
  const anchor = anchorOf(element && attribute(element, 'id')) ?? anchorOfSettings(block.attrs)
  const words = textOf(element?.childNodes ?? nodes)
  const align = alignment(block.attrs.textAlign) ?? (element && alignmentOf(element))
  return [{ type: 'heading', level, html, id: context.uniqueId(anchor, words), align }, ...embeds]
}

export const list: Normaliser = function* (block, context) {
  const element = elementNamed(context.parse(block.innerHTML), 'ol', 'ul')
  const items =
    block.innerBlocks.length > 0
      ? yield* itemsFromBlocks(block.innerBlocks, context)
      : itemsFromMarkup(element, context)
  return items.length > 0 ? [listBlock(items, element, block.attrs)] : []
}

const ITEM_TAGS = 2

function listBlock(items: ListItem[], element?: HtmlElement, attrs: WireBlock['attrs'] = {}): ListBlock {
  const ordered = attrs.ordered === true || element?.tagName === 'ol'
  const start = number.parse(attrs.start) ?? number.parse(element && attribute(element, 'start'))
  const numerals = listNumerals(text.parse(attrs.type) ?? (element && attribute(element, 'type')))
  const isReversed = attrs.reversed === true || (element && attribute(element, 'reversed') !== undefined)
  return {
    type: 'list',
    ordered,
    start: ordered && start !== undefined ? Math.trunc(start) : undefined,
    reversed: ordered && isReversed ? true : undefined,
    numerals: ordered ? numerals : undefined,
    items,
  }
}

function* itemsFromBlocks(blocks: readonly unknown[], context: NormaliseContext): Steps<ListItem[]> {
  const items: ListItem[] = []
  for (const item of blocks.filter(isRecord)) {
    if (!context.budget.takeBlock(ITEM_TAGS)) break
    const nodes = context.parse(typeof item.innerHTML === 'string' ? item.innerHTML : '')
    const { html, blocks } = itemContent(nodes, context)
    const inner = Array.isArray(item.innerBlocks) ? yield* context.inner(item.innerBlocks) : []
    const anchor = anchorOfSettings(item.attrs)
    const place = placesOf(anchor === undefined ? [] : [anchor])
    items.push({ html: joinHtml([place, html]), blocks: [...blocks, ...inner] })
    yield
  }
  return items
}

function itemContent(written: readonly HtmlNode[], context: NormaliseContext): ListItem {
  const blocks = takeEmbeds(written, context)
  const nodes = remaining(written)
  const item = nodes.filter(isElement).find(({ tagName }) => tagName === 'li')
  const pieces = linePieces(item?.childNodes ?? nodes, context)
  if (!pieces) return { html: inlineNodes(nodes, context.rules), blocks }
  const text = pieces.flatMap((piece) => ('nodes' in piece ? piece.nodes : []))
  const embeds = pieces.flatMap((piece) => ('url' in piece ? embedBlockOf(piece.url, context) : []))
  const place = item ? anchorPlace(item) : joinHtml([])
  return { html: joinHtml([place, inlineNodes(text, context.rules)]), blocks: [...embeds, ...blocks] }
}

const MAX_LIST_DEPTH = 10

/** Of older lists. A list directly in one belongs to the item before it. */
function itemsFromMarkup(element: HtmlElement | undefined, context: NormaliseContext, depth = 0): ListItem[] {
  const items: ListItem[] = []
  for (const node of element?.childNodes ?? []) {
    const isItem = isElement(node) && node.tagName === 'li'
    const item = markupItem(isItem ? node.childNodes : [node], context, depth)
    if (isItem) item.html = joinHtml([anchorPlace(node), item.html])
    const before = isList(node) ? items.at(-1) : undefined
    if (before) before.blocks.push(...item.blocks)
    else if (isItem || item.html !== '' || item.blocks.length > 0) items.push(item)
  }
  return items
}

function markupItem(nodes: readonly HtmlNode[], context: NormaliseContext, depth: number): ListItem {
  const nested = depth < MAX_LIST_DEPTH ? nodes.filter(isList) : []
  const own = nodes.filter((node) => !nested.some((list) => list === node))
  const blocks = nested.flatMap((list) => {
    const items = itemsFromMarkup(list, context, depth + 1)
    return items.length > 0 ? [listBlock(items, list)] : []
  })
  const { html, blocks: embeds } = itemContent(own, context)
  return { html, blocks: [...embeds, ...blocks] }
}

function isList(node: HtmlNode): node is HtmlElement {
  return isElement(node) && (node.tagName === 'ol' || node.tagName === 'ul')
}

export const quote: Normaliser = function* (block, context) {
  const nodes = context.parse(block.innerHTML)
  const quoted = elementNamed(nodes, 'blockquote')?.childNodes ?? nodes
  // Deeper ones mark titles of works.
  const cite = quoted.filter(isElement).find((node) => node.tagName === 'cite')
  const citeHtml = cite && inlineNodes(cite.childNodes, context.rules)
  const blocks =
    block.innerBlocks.length > 0
      ? yield* context.inner(block.innerBlocks)
      : quotedLines(
          quoted.filter((node) => node !== cite),
          context,
        )
  if (blocks.length === 0 && !citeHtml) return []
  return [{ type: 'quote', blocks, cite: citeHtml || undefined }]
}

const MAX_LINE_DEPTH = 10

/** Older quotes have paragraphs as lines. */
function quotedLines(
  nodes: readonly HtmlNode[],
  context: NormaliseContext,
  depth = 0,
  align: Alignment | undefined = undefined,
): Block[] {
  const paragraphs: Block[] = []
  let line: HtmlNode[] = []
  const flush = (): void => {
    const embeds = takeEmbeds(line, context)
    const made = linesAndEmbeds(remaining(line), context)
    paragraphs.push(...made.map((one) => (one.type === 'paragraph' && align ? { ...one, align } : one)), ...embeds)
    line = []
  }
  for (const node of nodes) {
    const isCode = isElement(node) && embedCode(node, context.rules.service.group.embeds) !== undefined
    if (!isElement(node) || isCode || !isOwnLine(node) || depth === MAX_LINE_DEPTH) {
      line.push(node)
      continue
    }
    flush()
    paragraphs.push(...quotedLines(node.childNodes, context, depth + 1, alignmentOf(node) ?? align))
  }
  flush()
  return paragraphs
}

export const code: LeafNormaliser = (block, { budget, parse, rules }) => {
  const data = dataOf(block)
  const element = elementNamed(parse(block.innerHTML), 'code', 'pre')
  const field = text.parse(data.code)
  // WordPress' block has it in markup.
  const written = field === undefined ? textOf(element?.childNodes ?? []) : decodeEntities(budget.markup(field))
  if (written.trim() === '') return []
  const language = textField(data, 'language')?.toLowerCase() ?? (element && languageNamedIn(element))
  const description = lineField(data, 'description', rules)
  return [
    {
      type: 'code',
      html: highlight(written, budget.colours(written) ? language : undefined),
      language: language || undefined,
      description: description || undefined,
    },
  ]
}

/** `language-php`, as in HTML's example. */
function languageNamedIn(element: HtmlElement): string | undefined {
  const names = [element, ...elementsNamed(element.childNodes, 'code')].flatMap(classesOf)
  return names.map((name) => /^lang(?:uage)?-([\w+#-]{1,20})$/i.exec(name)?.[1]?.toLowerCase()).find(Boolean)
}

export function captionHtml(nodes: readonly HtmlNode[], context: NormaliseContext): SafeHtml | undefined {
  const caption = elementNamed(nodes, 'figcaption')
  const html = caption ? inlineNodes(caption.childNodes, context.rules) : joinHtml([])
  return html === '' ? undefined : html
}
