import type { Steps } from '../../system/steps.ts'
import type { Block } from '../block.ts'
import { publishedAt } from '../decode/card.ts'
import { type HtmlElement, hasClass, serialise } from '../html/tree.ts'
import type { WireBlock } from '../wire.ts'
import type { NormaliseContext } from './context.ts'
import { editorClasses } from './editor-classes.ts'
import { datedBlock, datedMarkup } from './written-date.ts'

/**
 * A correction is a group or a paragraph with the class `correction` (CORR-2). Its date is the block's own, that of its
 * `<time>`, or the one that its text begins with.
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

/** The frame of a group becomes the correction's. */
export function withoutFrame(block: Block): Block[] {
  return block.type === 'group' && block.id === undefined && block.outline === undefined ? block.blocks : [block]
}
