import type { Block } from '../block.ts'
import type { SafeHtml } from '../html/escape.ts'
import { flowNodes } from '../html/sanitise.ts'
import { attribute, elementsNamed, type HtmlNode } from '../html/tree.ts'
import type { Steps } from '../steps.ts'
import type { WireBlock } from '../wire.ts'
import type { NormaliseContext, Normaliser } from './context.ts'
import { embedBlock } from './embeds.ts'

/** An editor's raw HTML, or the HTML of an article older than blocks. */
export const html: Normaliser = function* (block, context) {
  const own = htmlBlock(block.innerHTML, context)
  return own.concat(yield* context.inner(block.innerBlocks))
}

/**
 * A block without a type in this portal (BLOCK-4): its own sanitised markup with its inner blocks in place, and one
 * report.
 */
export const unknown: Normaliser = function* (block, context) {
  const name = block.blockName ?? block.blockType ?? 'nameless'
  context.report({ call: context.call, field: 'blockName', kind: `unknown block ${name}` })
  return yield* savedMarkup(name, block, context)
}

/** A block as it was saved, for readers without its type. */
export function* savedMarkup(name: string, block: WireBlock, context: NormaliseContext): Steps<Block[]> {
  const blocks = yield* inPlaces(block, context)
  return blocks.length > 0 ? [{ type: 'unknown', name, blocks }] : []
}

/** The pieces of a block's own markup and its inner blocks, in document order. */
function* inPlaces(block: WireBlock, context: NormaliseContext): Steps<Block[]> {
  const { innerBlocks, innerContent } = block
  const places = innerContent?.filter((piece) => piece === null).length ?? 0
  if (!innerContent || places !== innerBlocks.length) {
    const own = htmlBlock(block.innerHTML, context)
    return own.concat(yield* context.inner(innerBlocks))
  }
  const blocks: Block[] = []
  let next = 0
  for (const piece of innerContent) {
    if (piece !== null) yield* context.ahead(piece)
    const made = piece === null ? yield* context.inner(innerBlocks.slice(next, ++next)) : htmlBlock(piece, context)
    for (const one of made) blocks.push(one)
  }
  return blocks
}

/**
 * Markup as safe HTML. Each frame becomes a block after the element that contained it: an embed for an allowed
 * provider, else a link card.
 */
export function htmlBlock(markup: string, context: NormaliseContext): Block[] {
  const blocks: Block[] = []
  let pending: HtmlNode[] = []
  const flush = (): void => {
    const safe = flowNodes(pending, context.rules)
    if (hasContent(safe)) blocks.push({ type: 'html', html: safe })
    pending = []
  }
  for (const node of context.parse(markup)) {
    pending.push(node)
    const frames = elementsNamed([node], 'iframe')
    if (frames.length === 0) continue
    flush()
    blocks.push(...frames.flatMap((frame) => embedBlock(attribute(frame, 'src') ?? '', context)))
  }
  flush()
  return blocks
}

/**
 * Whether there is anything to read or see: an element that held only a frame, or a container's own markup, has
 * nothing.
 */
function hasContent(html: SafeHtml): boolean {
  return /<(?:img|hr)\b/.test(html) || html.replace(/<[^>]*>/g, '').trim() !== ''
}
