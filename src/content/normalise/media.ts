import type { ResponsiveImage } from '../block.ts'
import { type ParsedImage, parseImage } from '../html/image-html.ts'
import { inlineNodes } from '../html/sanitise.ts'
import { elementsNamed, type HtmlNode } from '../html/tree.ts'
import { imageSource } from '../images.ts'
import { contentLink, type LinkRules } from '../links.ts'
import type { LeafNormaliser } from './context.ts'

export const image: LeafNormaliser = (block, { parse, rules }) => {
  const parsed = parseImage(parse(block.innerHTML), rules.service.messages.photoAlt)
  const responsiveImage = imageOf(parsed, rules)
  const caption = parsed.caption && inlineNodes(parsed.caption, rules)
  // The text stays when the image cannot be shown.
  if (!responsiveImage) return caption ? [{ type: 'paragraph', html: caption }] : []
  const target = parsed.isOfAttachment ? parsed.full : parsed.href
  const href = target && contentLink(target, rules)?.href
  return [{ type: 'image', image: responsiveImage, ...(caption && { caption }), ...(href && { href }) }]
}

export function imageOf(parsed: ParsedImage, rules: LinkRules): ResponsiveImage | undefined {
  const source = imageSource(parsed.src, rules.images, parsed.width, parsed.fullWidth)
  if (!source) return undefined
  return {
    ...source,
    alt: parsed.alt,
    ...(parsed.width && { width: parsed.width }),
    ...(parsed.height && { height: parsed.height }),
    ...(rules.images.remote && parsed.fullWidth && { fullWidth: parsed.fullWidth }),
  }
}

/** Further images of a piece of markup are not looked at. */
const MAX_KNOWN = 3

/** The first images of markup with known originals. */
export function knownImages(nodes: readonly HtmlNode[], rules: LinkRules): ResponsiveImage[] {
  const elements = elementsNamed(nodes, 'img').slice(0, MAX_KNOWN)
  return elements.flatMap((element) => {
    const image = imageOf(parseImage([element], rules.service.messages.photoAlt), rules)
    const isKnown = image?.width !== undefined && image.height !== undefined
    return isKnown && (image.fullWidth !== undefined || !rules.images.remote) ? [image] : []
  })
}
