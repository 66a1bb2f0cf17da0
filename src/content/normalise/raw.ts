import { defaultTreeAdapter as tree } from 'parse5'
import type { SafeHtml } from '../../system/escape.ts'
import { UNKNOWN_BLOCK } from '../../system/report.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block } from '../block.ts'
import { type EmbedCode, embedCode } from '../embeds/markup.ts'
import { flowNodes } from '../html/sanitise.ts'
import { attribute, type HtmlElement, type HtmlNode, isElement, visit } from '../html/tree.ts'
import type { WireBlock } from '../wire.ts'
import { classicGallery, isClassicGallery } from './classic-gallery.ts'
import type { NormaliseContext, Normaliser } from './context.ts'
import { correctionBlocks, isCorrectionElement } from './correction.ts'
import {
  embedBlockOf,
  embedCodeBlocks,
  isFrameOfQuote,
  isLinkInText,
  linePieces,
  withoutCopies,
} from './embed-markup.ts'
import { isLiveUpdateElement, liveUpdateBlocks } from './live-update.ts'
import { knownImages } from './media.ts'
import { isOutlined, outlinedBlocks } from './outline.ts'
import { isPlaylist, playerBlocks, playlistBlocks } from './player.ts'
import { takeParts } from './recording-parts.ts'
import { captionHtml } from './text.ts'

export const html: Normaliser = function* (block, context) {
  const own = htmlBlock(block.innerHTML, context)
  return own.concat(yield* context.inner(block.innerBlocks))
}

/** Sanitised, with inner blocks in place and one report (BLOCK-4). */
export const unknown: Normaliser = function* (block, context) {
  const name = block.blockName ?? block.blockType ?? 'nameless'
  context.report({ call: context.call, field: UNKNOWN_BLOCK, kind: `unknown block ${name}` })
  return yield* savedMarkup(name, block, context)
}

export function* savedMarkup(name: string, block: WireBlock, context: NormaliseContext): Steps<Block[]> {
  const blocks = yield* inPlaces(block, context)
  return blocks.length > 0 ? [{ type: 'unknown', name, blocks }] : []
}

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

/** Media stay in place in these. */
const WRAPPERS = new Set(['div', 'section', 'article', 'main', 'center'])
const MAX_DIVIDED = 12

const MAX_DOCUMENTS = 2

/** `documents`: frames. */
interface Around {
  documents: number
  isOutlined: boolean
  isCorrected: boolean
  isLive: boolean
}
const NOTHING_AROUND: Around = { documents: 0, isOutlined: false, isCorrected: false, isLive: false }

/** Media and embeds become blocks after their element (EMB-1, EMB-2, BLOCK-41). */
export function htmlBlock(markup: string, context: NormaliseContext, around = NOTHING_AROUND): Block[] {
  const blocks: Block[] = []
  let pending: HtmlNode[] = []
  const flush = (): void => {
    const safe = flowNodes(pending, context.rules)
    const images = /<img\b/.test(safe) ? knownImages(pending, context.rules) : []
    if (hasContent(safe)) blocks.push({ type: 'html', html: safe, images: images.length > 0 ? images : undefined })
    pending = []
  }
  const takeLines = (nodes: readonly HtmlNode[], wrap: (line: readonly HtmlNode[]) => readonly HtmlNode[]): boolean => {
    const pieces = linePieces(nodes, context)
    for (const piece of pieces ?? []) {
      if ('nodes' in piece) pending.push(...wrap(piece.nodes))
      else {
        flush()
        for (const block of embedBlockOf(piece.url, context)) blocks.push(block)
      }
    }
    return pieces !== undefined
  }
  const take = (node: HtmlNode, depth: number): void => {
    const media = isElement(node) ? mediaIn(node, context, around) : []
    if (!isElement(node) || media.length === 0) {
      const isTaken = isElement(node)
        ? node.tagName === 'p' && takeLines([...node.childNodes], (line) => [withChildren(node, line)])
        : depth <= 1 && takeLines([node], (line) => line)
      if (!isTaken) pending.push(node)
      return
    }
    const isDivided = media.some(({ element }) => element.tagName !== 'iframe') && WRAPPERS.has(node.tagName)
    if (isDivided && media[0]?.element !== node && depth < MAX_DIVIDED) {
      flush()
      // Players leave the parent meanwhile.
      for (const child of [...node.childNodes]) if (isPlaced(child)) take(child, depth + 1)
      flush()
      return
    }
    const isFigure = node.tagName === 'figure' && media.length === 1
    const caption = isFigure ? captionHtml([node], context) : undefined
    const made = withoutCopies(media.flatMap((one) => mediaBlocks(one, context, caption, around)))
    const isInText = isLinkInText(node)
    for (const { element } of media)
      if (element.tagName !== 'iframe' && !isLinkInText(element)) tree.detachNode(element)
    const isShown = caption !== undefined && made.some((block) => 'caption' in block && block.caption === caption)
    if ((media[0]?.element !== node || isInText) && !isShown) pending.push(node)
    flush()
    for (const block of made) if (!isCopyOf(block, blocks.at(-1))) blocks.push(block)
  }
  for (const node of [...context.parse(markup)]) if (isPlaced(node)) take(node, 0)
  flush()
  return blocks

  /** A copy without scripts goes with its original. */
  function isPlaced(node: HtmlNode): boolean {
    return node.parentNode !== null
  }
}

function isCopyOf(block: Block, before: Block | undefined): boolean {
  return before !== undefined && withoutCopies([before, block]).length === 1
}

function withChildren(element: HtmlElement, children: readonly HtmlNode[]): HtmlElement {
  const copy = tree.createElement(element.tagName, element.namespaceURI, [...element.attrs])
  for (const child of children) tree.appendChild(copy, child)
  return copy
}

interface Media {
  element: HtmlElement
  code?: EmbedCode
}

function mediaIn(element: HtmlElement, { rules }: NormaliseContext, around: Around): Media[] {
  const media: Media[] = []
  visit([element], (one) => {
    const code = embedCode(one, rules.service.group.embeds)
    const isMedia = code !== undefined || MEDIA.has(one.tagName) || isHolder(one, around)
    if (isMedia && !isFrameOfQuote(one)) media.push({ element: one, code })
    return !isMedia
  })
  return media
}

const MEDIA = new Set(['iframe', 'audio', 'video'])

/** Nested questions, corrections and updates are other markup (COST-5). */
function isHolder(element: HtmlElement, around: Around): boolean {
  if (isPlaylist(element) || isClassicGallery(element)) return true
  if (!around.isLive && isLiveUpdateElement(element)) return true
  return (!around.isOutlined && isOutlined(element)) || (!around.isCorrected && isCorrectionElement(element))
}

function mediaBlocks(
  { element, code }: Media,
  context: NormaliseContext,
  caption: SafeHtml | undefined,
  around: Around,
): Block[] {
  if (code) return embedCodeBlocks(code, context, caption)
  if (element.tagName === 'iframe') {
    const document = attribute(element, 'srcdoc')
    if (document === undefined || around.documents >= MAX_DOCUMENTS) return []
    return htmlBlock(document, context, { ...around, documents: around.documents + 1 })
  }
  if (isPlaylist(element)) return playlistBlocks(element, context)
  if (isClassicGallery(element)) return galleryBlocks(element, context)
  if (!around.isOutlined && isOutlined(element)) {
    const inside = { ...around, isOutlined: true }
    return outlinedBlocks(element, context, (markup) => htmlBlock(markup, context, inside))
  }
  if (!around.isLive && isLiveUpdateElement(element)) {
    const inside = { ...around, isLive: true }
    return liveUpdateBlocks(element, context, (markup) => htmlBlock(markup, context, inside))
  }
  if (!around.isCorrected && isCorrectionElement(element)) {
    const inside = { ...around, isCorrected: true }
    return correctionBlocks(element, context, (markup) => htmlBlock(markup, context, inside))
  }
  return playerBlocks(element, context, caption, () =>
    takeParts(element, context, (markup) => htmlBlock(markup, context, around)),
  )
}

function galleryBlocks(element: HtmlElement, context: NormaliseContext): Block[] {
  const gallery = classicGallery(element, context)
  if (gallery) return [gallery]
  const safe = flowNodes([element], context.rules)
  return hasContent(safe) ? [{ type: 'html', html: safe }] : []
}

function hasContent(html: SafeHtml): boolean {
  return /<(?:img|hr)\b/.test(html) || html.replace(/<[^>]*>/g, '').trim() !== ''
}

/** Refused by the extension's schema, it shows its markup, with one report. */
export const own: Normaliser = function* (block, context) {
  const name = block.blockName ?? ''
  const definition = context.ownBlocks?.get(name)
  if (!definition) {
    const made = unknown(block, context)
    return Array.isArray(made) ? made : yield* made
  }
  const content = definition.parse(block.attrs)
  if ('problem' in content) {
    const { field, kind } = content.problem
    context.report({ call: context.call, field: `blocks (${name}).${field}`, kind })
    return yield* savedMarkup(name, block, context)
  }
  return [{ type: 'own', name, content, blocks: yield* context.inner(block.innerBlocks) }]
}
