import type { Block } from '../block.ts'
import { flowHtml } from '../html/sanitise.ts'
import type { WireBlock } from '../wire.ts'
import type { NormaliseContext, Normaliser } from './context.ts'

/** Raw HTML of an editor, or the HTML of an article from before blocks. */
export const html: Normaliser = (block, context) => [
  ...htmlBlock(block.innerHTML, context),
  ...context.inner(block.innerBlocks),
]

/**
 * A block this portal has no type for (decision 25): its own sanitised markup with its inner blocks in their places.
 * One report names it.
 */
export const unknown: Normaliser = (block, context) => {
  const name = block.blockName ?? block.blockType ?? 'nameless'
  context.report({ call: context.call, field: 'blockName', kind: `unknown block ${name}` })
  const blocks = inPlaces(block, context)
  return blocks.length > 0 ? [{ type: 'unknown', name, blocks }] : []
}

/** The pieces of a block's own markup and its inner blocks, in the order in which they stand. */
function inPlaces(block: WireBlock, context: NormaliseContext): Block[] {
  const { innerBlocks, innerContent } = block
  const places = innerContent?.filter((piece) => piece === null).length ?? 0
  if (!innerContent || places !== innerBlocks.length) {
    return [...htmlBlock(block.innerHTML, context), ...context.inner(innerBlocks)]
  }
  let next = 0
  return innerContent.flatMap((piece) =>
    piece === null ? context.inner(innerBlocks.slice(next, ++next)) : htmlBlock(piece, context),
  )
}

function htmlBlock(markup: string, { rules }: NormaliseContext): Block[] {
  const safe = flowHtml(markup, rules)
  return safe === '' ? [] : [{ type: 'html', html: safe }]
}
