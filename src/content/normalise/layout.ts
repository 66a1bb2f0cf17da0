import { cssColour } from '../colour.ts'
import { isRecord, text } from '../wire.ts'
import type { Normaliser } from './context.ts'

/** `L` is the large size (spec 2, "Separator bar"). */
const LARGE = 'L'
/** A column's width: per cent or pixels, nothing that could carry CSS of its own. */
const WIDTH = /^\d{1,4}(?:\.\d{1,4})?(?:%|px)$/

export const separator: Normaliser = (block) => {
  const data = isRecord(block.attrs.data) ? block.attrs.data : {}
  const color = cssColour(text.parse(data.color))
  return [{ type: 'separator', size: data.size === LARGE ? 'large' : 'normal', ...(color && { color }) }]
}

export const columns: Normaliser = (block, context) => {
  const parsed = block.innerBlocks.filter(isRecord).map((column) => {
    const attrs = isRecord(column.attrs) ? column.attrs : {}
    const width = text.parse(attrs.width)
    const blocks = Array.isArray(column.innerBlocks) ? context.inner(column.innerBlocks) : []
    return { blocks, ...(width && WIDTH.test(width) && { width }) }
  })
  return parsed.some((column) => column.blocks.length > 0) ? [{ type: 'columns', columns: parsed }] : []
}

export const group: Normaliser = (block, context) => {
  const blocks = context.inner(block.innerBlocks)
  return blocks.length > 0 ? [{ type: 'group', blocks }] : []
}
