import type { Block } from '../block.ts'
import { publishedAt } from '../decode/card.ts'
import { type HtmlElement, hasClass, serialise } from '../html/tree.ts'
import { isRecord } from '../record.ts'
import type { Steps } from '../steps.ts'
import { text, type WireBlock } from '../wire.ts'
import type { NormaliseContext } from './context.ts'

/**
 * Corrections: a group or a paragraph with the class `correction`, in blocks and in markup (CORR-2). Its date is the
 * block's own, that of its `<time>`, or the one that its text begins with.
 */

const CLASS = 'correction'
/** The classes of markup's own element. */
const OWN_CLASSES = /^\s*<(?:p|div|section|aside)\b[^<>]*?\sclass=["']([^"'<>]*)["']/i
const OF_LINES = new Set(['p', 'div', 'section', 'aside'])
const TIME = /<time\b[^<>]*?\sdatetime=["']([^"'<>]*)["']/i
/** `2026-03-04: `, `2026-03-04 14:30 – `, after the tags that stand before any text. */
const DATE_FIRST =
  /^((?:\s*<[^<>]*>)*\s*)(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2})?)(?![\w-])((?:\s*<\/[^<>]*>)*)\s*[:.,\u2013\u2014-]?\s*/
/** A class attribute stands in the first of these characters, or the element is no editor's. */
const MAX_HEAD = 2000

/** Whether an editor's group or paragraph is a correction. */
export function isCorrection({ attrs, innerHTML }: WireBlock): boolean {
  const classes = text.parse(attrs.className) ?? OWN_CLASSES.exec(innerHTML.slice(0, MAX_HEAD))?.[1] ?? ''
  return classes.split(/\s+/).includes(CLASS)
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
  const { date, rest } = dated(block)
  const made = normaliser(rest)
  const blocks = Array.isArray(made) ? made : yield* made
  return correctionOf(blocks.flatMap(withoutFrame), date, context)
}

/** A correction in rendered markup. */
export function correctionBlocks(
  element: HtmlElement,
  context: NormaliseContext,
  html: (markup: string) => Block[],
): Block[] {
  const inside = element.childNodes.map(serialise).join('')
  const { date = dateOfTime(inside), rest } = dateFirst(inside)
  return correctionOf(html(element.tagName === 'p' ? `<p>${rest}</p>` : rest), date, context)
}

function correctionOf(blocks: Block[], date: string | undefined, { rules, uniqueId }: NormaliseContext): Block[] {
  if (blocks.length === 0) return []
  const { service } = rules
  const published = publishedAt(date, service)
  const id = uniqueId(undefined, service.messages.article.correction)
  return [{ type: 'correction', id, ...(published && { published }), blocks }]
}

/** A group's own frame is the correction's. */
function withoutFrame(block: Block): Block[] {
  return block.type === 'group' && block.id === undefined && block.outline === undefined ? block.blocks : [block]
}

/** The date of a block, and the block without a date that its text begins with. */
function dated(block: WireBlock): { date?: string; rest: WireBlock } {
  const own = text.parse(block.attrs.date)
  if (own !== undefined) return { date: own, rest: block }
  const [first, ...others] = block.innerBlocks
  if (!isRecord(first) || typeof first.innerHTML !== 'string') {
    const { date = dateOfTime(block.innerHTML), rest } = dateFirst(block.innerHTML)
    return { ...(date !== undefined && { date }), rest: { ...block, innerHTML: rest } }
  }
  const { date = dateOfTime(first.innerHTML), rest } = dateFirst(first.innerHTML)
  return {
    ...(date !== undefined && { date }),
    rest: { ...block, innerBlocks: [{ ...first, innerHTML: rest }, ...others] },
  }
}

function dateFirst(markup: string): { date?: string; rest: string } {
  const [whole = '', before = '', date, after = ''] = DATE_FIRST.exec(markup) ?? []
  return date === undefined ? { rest: markup } : { date, rest: `${before}${after}${markup.slice(whole.length)}` }
}

function dateOfTime(markup: string): string | undefined {
  return TIME.exec(markup)?.[1]
}
