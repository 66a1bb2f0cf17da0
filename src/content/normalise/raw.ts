import { defaultTreeAdapter as tree } from 'parse5'
import type { Block } from '../block.ts'
import type { SafeHtml } from '../html/escape.ts'
import { flowNodes } from '../html/sanitise.ts'
import { attribute, type HtmlElement, type HtmlNode, isElement, visit } from '../html/tree.ts'
import type { Steps } from '../steps.ts'
import type { WireBlock } from '../wire.ts'
import type { NormaliseContext, Normaliser } from './context.ts'
import { embedBlock } from './embeds.ts'
import { isPlaylist, playerBlock, playlistBlocks } from './player.ts'
import { captionHtml } from './text.ts'

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

/** Elements that only hold others: markup is divided inside them, so that media keep their places. */
const WRAPPERS = new Set(['div', 'section', 'article', 'main', 'center'])
/** Deeper wrappers are not divided. */
const MAX_DIVIDED = 12

/**
 * Markup as safe HTML. Each frame becomes a block after the element that contained it: an embed for an allowed
 * provider, else a link card. Sounds, videos and playlists become blocks in the same way (BLOCK-44).
 */
export function htmlBlock(markup: string, context: NormaliseContext): Block[] {
  const blocks: Block[] = []
  let pending: HtmlNode[] = []
  const flush = (): void => {
    const safe = flowNodes(pending, context.rules)
    if (hasContent(safe)) blocks.push({ type: 'html', html: safe })
    pending = []
  }
  const take = (node: HtmlNode, depth: number): void => {
    const media = isElement(node) ? mediaIn(node) : []
    if (!isElement(node) || media.length === 0) {
      pending.push(node)
      return
    }
    const isDivided = media.some(({ tagName }) => tagName !== 'iframe') && WRAPPERS.has(node.tagName)
    if (isDivided && media[0] !== node && depth < MAX_DIVIDED) {
      flush()
      for (const child of node.childNodes) take(child, depth + 1)
      flush()
      return
    }
    const isFigure = node.tagName === 'figure' && media.length === 1
    const caption = isFigure ? captionHtml([node], context) : undefined
    const made = media.flatMap((element) => mediaBlocks(element, context, caption))
    for (const element of media) if (element.tagName !== 'iframe') tree.detachNode(element)
    // A player has its figure's caption.
    const isShown = isFigure && made.some(({ type }) => type === 'audio' || type === 'video')
    if (media[0] !== node && !isShown) pending.push(node)
    flush()
    for (const block of made) blocks.push(block)
  }
  for (const node of context.parse(markup)) take(node, 0)
  flush()
  return blocks
}

/** The outermost elements that become blocks. */
function mediaIn(element: HtmlElement): HtmlElement[] {
  const media: HtmlElement[] = []
  visit([element], (one) => {
    const isMedia = MEDIA.has(one.tagName) || isPlaylist(one)
    if (isMedia) media.push(one)
    return !isMedia
  })
  return media
}

const MEDIA = new Set(['iframe', 'audio', 'video'])

function mediaBlocks(element: HtmlElement, context: NormaliseContext, caption: SafeHtml | undefined): Block[] {
  if (element.tagName === 'iframe') return embedBlock(attribute(element, 'src') ?? '', context)
  if (isPlaylist(element)) return playlistBlocks(element, context)
  const player = playerBlock(element, context, caption)
  return player ? [player] : []
}

/**
 * Whether there is anything to read or see: an element that held only a frame, or a container's own markup, has
 * nothing.
 */
function hasContent(html: SafeHtml): boolean {
  return /<(?:img|hr)\b/.test(html) || html.replace(/<[^>]*>/g, '').trim() !== ''
}
