import type { HeadingBlock, ListItem } from '../block.ts'
import { joinHtml, type SafeHtml } from '../html/escape.ts'
import { inlineHtml, inlineNodes } from '../html/sanitise.ts'
import { attribute, elementNamed, elementsNamed, type HtmlElement, isElement, parseHtml, textOf } from '../html/tree.ts'
import { decodeEntities, foldWhiteSpace } from '../text.ts'
import { isRecord, number, text } from '../wire.ts'
import type { NormaliseContext, Normaliser } from './context.ts'

const ALIGNMENTS = ['left', 'center', 'right'] as const

/** `left`, `center` or `right`; anything else is no alignment. */
export function alignment(value: unknown): (typeof ALIGNMENTS)[number] | undefined {
  return ALIGNMENTS.find((candidate) => candidate === value)
}

export const paragraph: Normaliser = (block, { rules }) => {
  const html = inlineHtml(block.innerHTML, rules)
  if (html === '') return []
  const align = alignment(block.attrs.align)
  return [{ type: 'paragraph', html, ...(align && { align }), ...(block.attrs.dropCap === true && { dropCap: true }) }]
}

export const heading: Normaliser = (block, context) => {
  const element = elementNamed(parseHtml(block.innerHTML), 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')
  const html = element ? inlineNodes(element.childNodes, context.rules) : inlineHtml(block.innerHTML, context.rules)
  if (html === '') return []
  const wanted = number.parse(block.attrs.level) ?? Number(element?.tagName.slice(1) ?? 2)
  const level = Math.min(6, Math.max(2, Math.trunc(wanted))) as HeadingBlock['level']
  const anchor = (element && attribute(element, 'id')) ?? text.parse(block.attrs.anchor)
  const words = element ? textOf(element.childNodes) : block.innerHTML
  return [{ type: 'heading', level, html, id: context.uniqueId(anchor, words) }]
}

export const list: Normaliser = (block, context) => {
  const element = elementNamed(parseHtml(block.innerHTML), 'ol', 'ul')
  const items =
    block.innerBlocks.length > 0 ? itemsFromBlocks(block.innerBlocks, context) : itemsFromMarkup(element, context)
  if (items.length === 0) return []
  const start = number.parse(block.attrs.start) ?? number.parse((element && attribute(element, 'start')) ?? undefined)
  const ordered = block.attrs.ordered === true || element?.tagName === 'ol'
  const isReversed = block.attrs.reversed === true || (element && attribute(element, 'reversed') !== undefined)
  return [
    {
      type: 'list',
      ordered,
      ...(ordered && start !== undefined && { start: Math.trunc(start) }),
      ...(ordered && isReversed && { reversed: true }),
      items,
    },
  ]
}

function itemsFromBlocks(blocks: readonly unknown[], context: NormaliseContext): ListItem[] {
  return blocks.filter(isRecord).map((item) => {
    const html = inlineHtml(typeof item.innerHTML === 'string' ? item.innerHTML : '', context.rules)
    return { html, blocks: Array.isArray(item.innerBlocks) ? context.inner(item.innerBlocks) : [] }
  })
}

/** Content from before list items were blocks: everything stands in the list's own markup. */
function itemsFromMarkup(element: HtmlElement | undefined, context: NormaliseContext): ListItem[] {
  const items = element?.childNodes.filter(isElement) ?? []
  return items.map((item) => {
    const nested = elementsNamed(item.childNodes, 'ol', 'ul')
    const own = item.childNodes.filter((node) => !isElement(node) || !nested.includes(node))
    return { html: inlineNodes(own, context.rules), blocks: nested.flatMap((inner) => nestedList(inner, context)) }
  })
}

function nestedList(element: HtmlElement, context: NormaliseContext): ListItem['blocks'] {
  const items = itemsFromMarkup(element, context)
  return items.length === 0 ? [] : [{ type: 'list', ordered: element.tagName === 'ol', items }]
}

export const quote: Normaliser = (block, context) => {
  const nodes = parseHtml(block.innerHTML)
  const cite = elementNamed(nodes, 'cite')
  const citeHtml = cite && inlineNodes(cite.childNodes, context.rules)
  const blocks =
    block.innerBlocks.length > 0 ? context.inner(block.innerBlocks) : quoteFromMarkup(block.innerHTML, context)
  if (blocks.length === 0 && !citeHtml) return []
  return [{ type: 'quote', blocks, ...(citeHtml && { cite: citeHtml }) }]
}

/** Content from before a quote's paragraphs were blocks. */
function quoteFromMarkup(html: string, { rules }: NormaliseContext): Array<{ type: 'paragraph'; html: SafeHtml }> {
  const quoted = elementNamed(parseHtml(html), 'blockquote')?.childNodes ?? parseHtml(html)
  const paragraphs = elementsNamed(quoted, 'p')
  const lines =
    paragraphs.length > 0
      ? paragraphs.map((element) => inlineNodes(element.childNodes, rules))
      : [
          inlineNodes(
            quoted.filter((node) => !isElement(node) || node.tagName !== 'cite'),
            rules,
          ),
        ]
  return lines.filter((line) => line !== '').map((line) => ({ type: 'paragraph', html: line }))
}

export const code: Normaliser = (block) => {
  const data = isRecord(block.attrs.data) ? block.attrs.data : undefined
  const nodes = parseHtml(block.innerHTML)
  const written = data
    ? decodeEntities(text.parse(data.code) ?? '')
    : textOf([elementNamed(nodes, 'code', 'pre')].filter((n) => !!n))
  if (written.trim() === '') return []
  const language = text.parse(data?.language)?.toLowerCase()
  const description = text.parse(data?.description)
  return [
    {
      type: 'code',
      code: written,
      ...(language && { language }),
      ...(description && { description: foldWhiteSpace(decodeEntities(description)) }),
    },
  ]
}

/** Joins what stands between elements into one line, for captions and credits. */
export function captionHtml(nodes: ReturnType<typeof parseHtml>, context: NormaliseContext): SafeHtml | undefined {
  const caption = elementNamed(nodes, 'figcaption')
  const html = caption ? inlineNodes(caption.childNodes, context.rules) : joinHtml([])
  return html === '' ? undefined : html
}
