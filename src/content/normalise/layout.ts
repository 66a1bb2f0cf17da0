import { isRecord } from '../../system/record.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block, ColumnsBlock } from '../block.ts'
import { cssColour } from '../colour.ts'
import { anchorOfMarkup } from '../html/anchor.ts'
import { pixelSize } from '../image-sizes.ts'
import { text, type WireBlock } from '../wire.ts'
import type { LeafNormaliser, NormaliseContext, Normaliser } from './context.ts'
import { correction, isCorrection } from './correction.ts'
import { dataOf, type Fields, lineField, textField } from './fields.ts'
import { isLiveUpdate, liveUpdate } from './live-update.ts'
import { anchorOfSettings } from './places.ts'
import { htmlBlock } from './raw.ts'

const LARGE = 'L'
const COLUMN_TAGS = 2
/** It cannot carry other CSS. */
const WIDTH = /^\d{1,4}(?:\.\d{1,4})?(?:%|px)$/

export const separator: LeafNormaliser = (block) => {
  const data = isRecord(block.attrs.data) ? block.attrs.data : {}
  const color = cssColour(text.parse(data.color))
  return [{ type: 'separator', size: data.size === LARGE ? 'large' : 'normal', color: color || undefined }]
}

export const columns: Normaliser = function* (block, context) {
  const parsed: ColumnsBlock['columns'] = []
  for (const column of block.innerBlocks.filter(isRecord)) {
    if (!context.budget.takeBlock(COLUMN_TAGS)) break
    const attrs = isRecord(column.attrs) ? column.attrs : {}
    const width = text.parse(attrs.width)
    const inside = column.blockName === 'core/column' ? column.innerBlocks : [column]
    const made = Array.isArray(inside) ? yield* context.inner(inside) : []
    const blocks = column.blockName === 'core/column' ? inPlace(column, made, context) : made
    parsed.push({ blocks, width: width && WIDTH.test(width) ? width : undefined })
  }
  // Older content is in the container's markup.
  if (parsed.length === 0) return htmlBlock(block.innerHTML, context)
  return parsed.some((column) => column.blocks.length > 0) ? [{ type: 'columns', columns: parsed }] : []
}

function inPlace({ attrs, innerHTML }: Fields, blocks: Block[], { uniqueId }: NormaliseContext): Block[] {
  const anchor = (typeof innerHTML === 'string' && anchorOfMarkup(innerHTML)) || anchorOfSettings(attrs)
  return anchor === undefined ? blocks : [{ type: 'group', id: uniqueId(anchor, ''), blocks }]
}

export const group: Normaliser = (block, context) => {
  if (isLiveUpdate(block)) return liveUpdateBlock(block, context)
  return isCorrection(block) ? correctionBlock(block, context) : plainGroup(block, context)
}

export const liveUpdateBlock: Normaliser = (block, context) =>
  liveUpdate(block, context, (plain) => plainGroup(plain, context))

export const correctionBlock: Normaliser = (block, context) =>
  correction(block, context, (plain) => plainGroup(plain, context))

function* plainGroup(block: WireBlock, context: NormaliseContext): Steps<Block[]> {
  const blocks =
    block.innerBlocks.length > 0 ? yield* context.inner(block.innerBlocks) : htmlBlock(block.innerHTML, context)
  return blocks.length > 0 ? [{ type: 'group', blocks }] : []
}

const DEFAULT_SPACER_HEIGHT = 100
const MAX_SPACER_HEIGHT = 600

/** Older content has a number. */
export const spacer: LeafNormaliser = (block) => {
  const height = pixelSize(text.parse(block.attrs.height)) ?? DEFAULT_SPACER_HEIGHT
  return [{ type: 'spacer', height: Math.min(height, MAX_SPACER_HEIGHT) }]
}

export const shadeContent: Normaliser = function* (block, context) {
  const blocks = yield* context.inner(block.innerBlocks)
  const label = textField(dataOf(block), 'button_string')
  if (blocks.length === 0) return []
  return [
    {
      type: 'shade-content',
      id: context.uniqueId(undefined, `cien ${label ?? ''}`),
      blocks,
      label,
    },
  ]
}

export const reusableBlock: Normaliser = function* (block, context) {
  const ref = text.parse(block.attrs.ref)
  const blocks =
    block.innerBlocks.length > 0 ? yield* context.inner(block.innerBlocks) : ref ? yield* context.reusable(ref) : []
  return blocks.length > 0 ? [{ type: 'reusable-block', blocks }] : []
}

export const newsletter: LeafNormaliser = (block, { rules }) => {
  const data = dataOf(block)
  const [header, description] = [lineField(data, 'header', rules), lineField(data, 'description', rules)]
  return [{ type: 'newsletter', header, description }]
}
