import { copy } from '../../copy.ts'
import type { ChartBlock, GalleryItem, Picture } from '../block.ts'
import { parseImage } from '../html/image-html.ts'
import { inlineNodes } from '../html/sanitise.ts'
import {
  attribute,
  elementNamed,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  serialise,
} from '../html/tree.ts'
import { imageSource } from '../images.ts'
import { number, text, wireBlock } from '../wire.ts'
import type { LeafNormaliser, NormaliseContext, Normaliser } from './context.ts'
import { dataOf, type Fields, listField, numberField, pictureField, textField } from './fields.ts'
import { pictureOf } from './media.ts'
import { htmlBlock } from './raw.ts'

/** What a value of a chart costs, in tags: it is drawn, and stands in a table. */
const VALUE_TAGS = 15
/** And an item of a gallery, around its image. */
const ITEM_TAGS = 8
const CHART_KINDS = ['bar', 'line', 'pie'] as const
const MAX_COVER_HEIGHT = 1200

/** Labels and numbers; an item without a number is dropped, for a drawing of nothing misleads. */
export const chart: LeafNormaliser = (block, { budget }) => {
  const data = dataOf(block)
  const series = budget.items(listField(data, 'series'), VALUE_TAGS).flatMap((item): ChartBlock['series'] => {
    const [label, value] = [textField(item, 'label'), chartValue(item)]
    return label !== undefined && value !== undefined ? [{ label, value }] : []
  })
  if (series.length === 0) return []
  const kind = CHART_KINDS.find((candidate) => candidate === data.type) ?? 'bar'
  // A slice of less than nothing cannot be drawn.
  const isDrawable = kind !== 'pie' || series.every(({ value }) => value >= 0)
  const [title, unit, source] = [textField(data, 'title'), textField(data, 'unit'), textField(data, 'source')]
  return [
    {
      type: 'chart',
      kind: isDrawable ? kind : 'bar',
      series,
      ...(title && { title }),
      ...(unit && { unit }),
      ...(source && { source }),
    },
  ]
}

/** A number, or a text of one; also as Polish writes it: `1 234,5`. */
function chartValue(item: Fields): number | undefined {
  const polish = textField(item, 'value')?.replace(/\s/g, '').replace(',', '.')
  return numberField(item, 'value') ?? number.parse(polish)
}

/** Text on a picture: the address stands in the settings and in the markup. */
export const cover: Normaliser = function* (block, context) {
  const { rules } = context
  const nodes = context.parse(block.innerHTML)
  const written = elementNamed(nodes, 'img')
  const address = text.parse(block.attrs.url) ?? (written && attribute(written, 'src')) ?? ''
  const source = imageSource(address, rules.images)
  const image: Picture | undefined = source && { ...source, alt: '' }
  const dim = Math.min(100, Math.max(0, number.parse(block.attrs.dimRatio) ?? 50))
  const isPixels = (text.parse(block.attrs.minHeightUnit) ?? 'px') === 'px'
  const minHeight = isPixels ? number.parse(block.attrs.minHeight) : undefined
  // Content from before a cover's text was blocks of its own.
  const oldText = elementsNamed(nodes, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(serialise).join('')
  const blocks = block.innerBlocks.length > 0 ? yield* context.inner(block.innerBlocks) : htmlBlock(oldText, context)
  if (!image && blocks.length === 0) return []
  return [
    {
      type: 'cover',
      dim,
      blocks,
      ...(image && { image }),
      ...(minHeight && minHeight > 0 && { minHeight: Math.min(minHeight, MAX_COVER_HEIGHT) }),
    },
  ]
}

/** Images as inner blocks, or as a list in the markup of older content (contract, "gallery"). */
export const gallery: Normaliser = function* (block, context) {
  const nodes = context.parse(block.innerHTML)
  const own = nodes.filter(isElement).flatMap((figure) => figure.childNodes)
  const items: GalleryItem[] = []
  for (const inner of block.innerBlocks) {
    if (!context.budget.takeBlock(ITEM_TAGS)) break
    items.push(...galleryBlockItem(inner, context))
    yield
  }
  if (block.innerBlocks.length === 0)
    items.push(...galleryElements(nodes, own).flatMap((item) => galleryItem([item], context)))
  if (items.length === 0) return []
  // An item's own caption stands deeper.
  const last = own.filter(isElement).findLast((element) => element.tagName === 'figcaption')
  const caption = last && inlineNodes(last.childNodes, context.rules)
  return [{ type: 'gallery', items, ...(caption && { caption }) }]
}

/** The items of a gallery in one piece of markup: of its list, else its figures, else its pictures. */
function galleryElements(nodes: readonly HtmlNode[], own: readonly HtmlNode[]): HtmlElement[] {
  const found = [elementsNamed(own, 'li'), elementsNamed(own, 'figure'), elementsNamed(nodes, 'img')]
  return found.find((elements) => elements.length > 0) ?? []
}

function galleryBlockItem(inner: unknown, context: NormaliseContext): GalleryItem[] {
  const parsed = wireBlock.safeParse(inner)
  return parsed.success ? galleryItem(context.parse(parsed.data.innerHTML), context) : []
}

function galleryItem(nodes: readonly HtmlNode[], { rules }: NormaliseContext): GalleryItem[] {
  if (!elementNamed(nodes, 'img')) return []
  const parsed = parseImage(nodes)
  const image = pictureOf(parsed, rules)
  const caption = parsed.caption && inlineNodes(parsed.caption, rules)
  return image ? [{ image, ...(caption && { caption }) }] : []
}

/** A picture with its own title, text and author; the picture may be missing. */
export const photoBox: LeafNormaliser = (block, { rules }) => {
  const data = dataOf(block)
  const [title, description, author] = ['title', 'description', 'author'].map((name) => textField(data, name))
  const image = pictureField(data, 'image', rules, title ?? copy.photoAlt)
  if (!image && !title && !description) return []
  return [
    {
      type: 'photo-box',
      ...(image && { image }),
      ...(title && { title }),
      ...(description && { description }),
      ...(author && { author }),
    },
  ]
}
