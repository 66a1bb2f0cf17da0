import { EVERY_BLOCK, type WireNode } from '../support/fixtures/every-block.ts'

/** Blocks of WordPress' own; the others belong to the hub, or name a block that this WordPress does not have. */
const isStock = ({ blockName, attrs, innerBlocks }: WireNode): boolean =>
  (blockName ?? '').startsWith('core/') && !('ref' in attrs) && innerBlocks.every(isStock)

/** A node as an editor writes it. */
function written({ blockName, attrs, innerHTML, innerContent, innerBlocks }: WireNode): string {
  const name = (blockName ?? '').replace(/^core\//, '')
  const inner = [...innerBlocks]
  const between = (piece: string | null): string => piece ?? (inner[0] ? written(inner.shift() as WireNode) : '')
  const body = innerContent ? innerContent.map(between).join('') : innerHTML + innerBlocks.map(written).join('')
  const settings = Array.isArray(attrs) ? '' : ` ${JSON.stringify(attrs).replaceAll('--', '\\u002d\\u002d')}`
  return `<!-- wp:${name}${settings} -->${body}<!-- /wp:${name} -->\n\n`
}

/** Every example of a block type that stock WordPress has, in one text, with the words that must be shown. */
export function everyStockBlock(): { content: string; words: string[]; types: string[] } {
  const examples = Object.entries(EVERY_BLOCK).filter(([, { blocks }]) => blocks.every(isStock))
  return {
    content: examples.flatMap(([, { blocks }]) => blocks.map(written)).join(''),
    words: examples.flatMap(([, { words }]) => words),
    types: examples.map(([type]) => type),
  }
}
