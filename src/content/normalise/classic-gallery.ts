import type { Block, GalleryItem } from '../block.ts'
import { fullImageOf, parseImage } from '../html/image-html.ts'
import { inlineNodes } from '../html/sanitise.ts'
import { attribute, elementNamed, elementsNamed, type HtmlElement, hasClass, visit } from '../html/tree.ts'
import type { LinkRules } from '../links.ts'
import type { NormaliseContext } from './context.ts'
import { imageOf } from './media.ts'

const ITEM_TAGS = 8
const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif)$/i

export function isClassicGallery(element: HtmlElement): boolean {
  return hasClass(element, 'gallery') && /^gallery-\d+$/.test(attribute(element, 'id') ?? '')
}

/**
 * Its links lead to the images, or to their pages, which the portal lacks (LINK-10).
 * @returns undefined for a gallery with more in it, such as links elsewhere
 */
export function classicGallery(element: HtmlElement, context: NormaliseContext): Block | undefined {
  const { budget, rules } = context
  const items: GalleryItem[] = []
  for (const item of itemsIn(element)) {
    if (!elementsNamed([item], 'a').every((link) => isOfImage(link, rules))) return undefined
    if (!budget.takeBlock(ITEM_TAGS)) break
    const made = galleryItem(item, rules)
    if (made) items.push(made)
  }
  return items.length > 0 ? { type: 'gallery', items } : undefined
}

function itemsIn(element: HtmlElement): HtmlElement[] {
  const items: HtmlElement[] = []
  visit(element.childNodes, (inner) => {
    const isItem = hasClass(inner, 'gallery-item')
    if (isItem) items.push(inner)
    return !isItem
  })
  return items
}

function isOfImage(link: HtmlElement, { cmsHosts }: LinkRules): boolean {
  const url = URL.parse(attribute(link, 'href') ?? '')
  return (
    elementNamed(link.childNodes, 'img') !== undefined &&
    (!url || cmsHosts.has(url.host) || IMAGE_FILE.test(url.pathname))
  )
}

function galleryItem(item: HtmlElement, rules: LinkRules): GalleryItem | undefined {
  const written = elementNamed([item], 'img')
  if (!written) return undefined
  const parsed = parseImage([item], rules.service.messages.photoAlt)
  // Thumbnails may be cut: a gallery shows the whole.
  const { width: _width, height: _height, ...rest } = parsed
  const image = imageOf({ ...rest, src: fullImageOf(written) }, rules)
  const caption = captionIn(item)
  const html = caption && inlineNodes(caption.childNodes, rules)
  return image && { image, caption: html || undefined }
}

function captionIn(item: HtmlElement): HtmlElement | undefined {
  let caption: HtmlElement | undefined
  visit(item.childNodes, (inner) => {
    if (!caption && hasClass(inner, 'gallery-caption')) caption = inner
    return caption === undefined
  })
  return caption
}
