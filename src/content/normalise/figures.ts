import { html as dialect, defaultTreeAdapter as tree } from 'parse5'
import type { Block, ChartBlock, GalleryItem, ResponsiveImage } from '../block.ts'
import { anchorOfMarkup } from '../html/anchor.ts'
import { parseImage } from '../html/image-html.ts'
import { inlineNodes } from '../html/sanitise.ts'
import { paintedUrl } from '../html/style.ts'
import {
  attribute,
  elementNamed,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  serialise,
} from '../html/tree.ts'
import { imageSource } from '../images.ts'
import { number, text, type WireBlock, wireBlock } from '../wire.ts'
import { placeBlock } from './anchors.ts'
import type { LeafNormaliser, NormaliseContext, Normaliser } from './context.ts'
import { embedBlockOf, takeEmbeds } from './embed-markup.ts'
import { dataOf, type Fields, imageField, lineField, listField, numberField, textField } from './fields.ts'
import { imageOf, isWide, linkElsewhere } from './media.ts'
import { anchorOfSettings } from './places.ts'
import { playerBlock } from './player.ts'
import { htmlBlock } from './raw.ts'

/** It is drawn, and listed in a table. */
const VALUE_TAGS = 15
const ITEM_TAGS = 8
export const CHART_KINDS = ['bar', 'line', 'pie'] as const
const MAX_COVER_HEIGHT = 1200

/** Zero in place of a value would mislead. */
export const chart: LeafNormaliser = (block, { budget, rules }) => {
  const data = dataOf(block)
  const series = budget.items(listField(data, 'series'), VALUE_TAGS).flatMap((item): ChartBlock['series'] => {
    const [label, value] = [lineField(item, 'label', rules), chartValue(item)]
    return label !== undefined && value !== undefined ? [{ label, value }] : []
  })
  if (series.length === 0) return []
  const kind = CHART_KINDS.find((candidate) => candidate === data.type) ?? 'bar'
  const isDrawable = kind !== 'pie' || series.every(({ value }) => value >= 0)
  const [title, unit, source] = [
    lineField(data, 'title', rules),
    lineField(data, 'unit', rules),
    lineField(data, 'source', rules),
  ]
  return [
    {
      type: 'chart',
      kind: isDrawable ? kind : 'bar',
      series,
      title,
      unit,
      source,
    },
  ]
}

/** Polish notation too: `1 234,5`. */
function chartValue(item: Fields): number | undefined {
  const polish = textField(item, 'value')?.replace(/\s/g, '').replace(',', '.')
  return numberField(item, 'value') ?? number.parse(polish)
}

/** Covers may call these images. */
const VIDEO_FILE = /\.(?:mp4|m4v|mov|webm|ogv|ogg|mpe?g|avi|wmv)(?:[?#]|$)/i

/** Its text is on an image, or below a video with its poster (BLOCK-20, BLOCK-46). */
export const cover: Normaliser = function* (block, context) {
  const { rules } = context
  const nodes = context.parse(block.innerHTML)
  const own = withoutInner(nodes)
  const background = backgroundOf(block, own, context)
  const written = elementNamed(own, 'img')
  const rawUrl = [text.parse(block.attrs.url), written && attribute(written, 'src')].find(
    (url) => url !== undefined && !VIDEO_FILE.test(url),
  )
  const painted = rawUrl === undefined ? paintedOn(own, nodes) : undefined
  const source = background.length > 0 ? undefined : imageSource(rawUrl ?? painted?.url ?? '', rules.images)
  const alt = text.parse(block.attrs.alt) ?? (written && attribute(written, 'alt')) ?? painted?.alt ?? ''
  const image: ResponsiveImage | undefined = source && { ...source, alt: alt.trim() }
  const dim = Math.min(100, Math.max(0, number.parse(block.attrs.dimRatio) ?? 50))
  const isPixels = (text.parse(block.attrs.minHeightUnit) ?? 'px') === 'px'
  const minHeight = isPixels ? number.parse(block.attrs.minHeight) : undefined
  // Older covers hold their text in the markup.
  const oldText = elementsNamed(nodes, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(serialise).join('')
  const blocks = block.innerBlocks.length > 0 ? yield* context.inner(block.innerBlocks) : htmlBlock(oldText, context)
  if (!image && blocks.length === 0) return background
  return [
    ...background,
    {
      type: 'cover',
      isWide: isWide(block, nodes),
      dim,
      blocks,
      image,
      minHeight: minHeight && minHeight > 0 ? Math.min(minHeight, MAX_COVER_HEIGHT) : undefined,
    },
  ]
}

/** A style paints still, repeating and older ones. */
function paintedOn(own: readonly HtmlNode[], nodes: readonly HtmlNode[]): { url: string; alt: string } | undefined {
  for (const element of [...nodes, ...own].filter(isElement)) {
    const url = paintedUrl(element)
    if (url !== undefined) return { url, alt: attribute(element, 'aria-label') ?? '' }
  }
  return undefined
}

function withoutInner(nodes: readonly HtmlNode[]): HtmlNode[] {
  const isInner = (node: HtmlNode): boolean => isElement(node) && hasClass(node, 'wp-block-cover__inner-container')
  return nodes.flatMap((node) => (isElement(node) ? node.childNodes : [node])).filter((node) => !isInner(node))
}

function backgroundOf(block: WireBlock, own: readonly HtmlNode[], context: NormaliseContext): Block[] {
  const { attrs } = block
  const url = text.parse(attrs.url)
  if (attrs.backgroundType === 'embed-video' && url !== undefined) return embedBlockOf(url, context)
  const element = elementNamed(own, 'video')
  const settings = {
    src: url !== undefined && VIDEO_FILE.test(url) ? url : undefined,
    poster: text.parse(attrs.poster),
  }
  const moving = element ?? (settings.src === undefined ? undefined : tree.createElement('video', dialect.NS.HTML, []))
  if (!moving) return takeEmbeds(own, context)
  for (const [name, value] of Object.entries(settings)) {
    if (value !== undefined && attribute(moving, name) === undefined) moving.attrs.push({ name, value })
  }
  const video = playerBlock(moving, context)
  return video ? [video] : []
}

/** Older ones list images in their markup (BLOCK-25). */
export const gallery: Normaliser = function* (block, context) {
  const nodes = context.parse(block.innerHTML)
  const own = nodes.filter(isElement).flatMap((figure) => figure.childNodes)
  const items: GalleryItem[] = []
  const anchors: string[] = []
  for (const inner of block.innerBlocks) {
    if (!context.budget.takeBlock(ITEM_TAGS)) break
    const parsed = wireBlock(inner)
    if (!parsed) continue
    items.push(...galleryItem(context.parse(parsed.innerHTML), context))
    const anchor = anchorOfMarkup(parsed.innerHTML) ?? anchorOfSettings(parsed.attrs)
    if (anchor !== undefined) anchors.push(anchor)
    yield
  }
  if (block.innerBlocks.length === 0)
    items.push(...galleryElements(nodes, own).flatMap((item) => galleryItem([item], context)))
  if (items.length === 0) return []
  // An item's own is nested deeper.
  const last = own.filter(isElement).findLast((element) => element.tagName === 'figcaption')
  const caption = last && inlineNodes(last.childNodes, context.rules)
  // Outputs show images in their own ways: places come before.
  const places = anchors.length > 0 ? [placeBlock(anchors)] : []
  return [...places, { type: 'gallery', items, caption: caption || undefined }]
}

function galleryElements(nodes: readonly HtmlNode[], own: readonly HtmlNode[]): HtmlElement[] {
  const candidates = [elementsNamed(own, 'li'), elementsNamed(own, 'figure'), elementsNamed(nodes, 'img')]
  return candidates.find((elements) => elements.length > 0) ?? []
}

function galleryItem(nodes: readonly HtmlNode[], { rules }: NormaliseContext): GalleryItem[] {
  if (!elementNamed(nodes, 'img')) return []
  const parsed = parseImage(nodes, rules.service.messages.photoAlt)
  const image = imageOf(parsed, rules)
  const caption = parsed.caption && inlineNodes(parsed.caption, rules)
  const href = linkElsewhere(parsed, rules)
  return image ? [{ image, caption: caption || undefined, href: href || undefined }] : []
}

export const photoBox: LeafNormaliser = (block, { rules }) => {
  const data = dataOf(block)
  const [title, description, author] = ['title', 'description', 'author'].map((name) => lineField(data, name, rules))
  const image = imageField(data, 'image', rules, title ?? rules.service.messages.photoAlt)
  if (!image && !title && !description) return []
  return [
    {
      type: 'photo-box',
      image,
      title,
      description,
      author,
    },
  ]
}
