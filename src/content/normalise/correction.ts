import { isRecord } from '../../system/record.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block } from '../block.ts'
import { publishedAt } from '../decode/card.ts'
import { type HtmlElement, hasClass, serialise } from '../html/tree.ts'
import { text, type WireBlock } from '../wire.ts'
import type { NormaliseContext } from './context.ts'

/**
 * Of a group or paragraph (CORR-2). Its date, as a live update's, is the block's, its `<time>`'s, or the one that its
 * text begins with.
 */

const CLASS = 'correction'
const OF_LINES = new Set(['p', 'div', 'section', 'aside'])

export function isCorrection(block: WireBlock): boolean {
  return editorClasses(block).includes(CLASS)
}

export function isCorrectionElement(element: HtmlElement): boolean {
  return OF_LINES.has(element.tagName) && hasClass(element, CLASS)
}

/** @param normaliser of the block without its class */
export function* correction(
  block: WireBlock,
  context: NormaliseContext,
  normaliser: (block: WireBlock) => Block[] | Steps<Block[]>,
): Steps<Block[]> {
  const { date, rest } = datedBlock(block)
  const made = normaliser(rest)
  const blocks = Array.isArray(made) ? made : yield* made
  return correctionOf(blocks.flatMap(withoutFrame), date, context)
}

export function correctionBlocks(
  element: HtmlElement,
  context: NormaliseContext,
  html: (markup: string) => Block[],
): Block[] {
  const inside = element.childNodes.map(serialise).join('')
  const { date, rest } = datedMarkup(inside)
  return correctionOf(html(element.tagName === 'p' ? `<p>${rest}</p>` : rest), date, context)
}

function correctionOf(blocks: Block[], date: string | undefined, { rules, uniqueId }: NormaliseContext): Block[] {
  if (blocks.length === 0) return []
  const { service } = rules
  const published = publishedAt(date, service)
  const id = uniqueId(undefined, service.messages.article.correction)
  return [{ type: 'correction', id, published, blocks }]
}

export function withoutFrame(block: Block): Block[] {
  return block.type === 'group' && block.id === undefined && block.outline === undefined ? block.blocks : [block]
}

const OWN_CLASSES = /^\s*<(?:p|div|section|aside)\b[^<>]*?\sclass=["']([^"'<>]*)["']/i
/** Characters up to the class of an editor's element. */
const MAX_HEAD = 2000

export function editorClasses({ attrs, innerHTML }: WireBlock): string[] {
  const classes = text.parse(attrs.className) ?? OWN_CLASSES.exec(innerHTML.slice(0, MAX_HEAD))?.[1] ?? ''
  return classes.split(/\s+/)
}

const TIME = /<time\b[^<>]*?\sdatetime=["']([^"'<>]*)["']/i
/** `2026-03-04: `, `2026-03-04 14:30 – `, after tags before any text. */
const DATE_FIRST =
  /^((?:\s*<[^<>]*>)*\s*)(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)(?![\w-])((?:\s*<\/[^<>]*>)*)\s*[:.,\u2013\u2014-]?\s*/

interface Dated<T> {
  date?: string
  rest: T
}

export function datedBlock(block: WireBlock): Dated<WireBlock> {
  const own = text.parse(block.attrs.date)
  if (own !== undefined) return { date: own, rest: block }
  const [first, ...others] = block.innerBlocks
  if (!isRecord(first) || typeof first.innerHTML !== 'string') {
    const { date, rest } = datedMarkup(block.innerHTML)
    return { date, rest: { ...block, innerHTML: rest } }
  }
  const { date, rest } = datedMarkup(first.innerHTML)
  return { date, rest: { ...block, innerBlocks: [{ ...first, innerHTML: rest }, ...others] } }
}

export function datedMarkup(markup: string): Dated<string> {
  const [whole = '', before = '', date, after = ''] = DATE_FIRST.exec(markup) ?? []
  return date === undefined
    ? { date: TIME.exec(markup)?.[1], rest: markup }
    : { date, rest: `${before}${after}${markup.slice(whole.length)}` }
}
