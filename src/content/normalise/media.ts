import type { ResponsiveImage } from '../block.ts'
import { type ParsedImage, parseImage } from '../html/image-html.ts'
import { inlineNodes } from '../html/sanitise.ts'
import { imageSource } from '../images.ts'
import { contentLink, type LinkRules } from '../links.ts'
import type { LeafNormaliser } from './context.ts'

export const image: LeafNormaliser = (block, { parse, rules }) => {
  const parsed = parseImage(parse(block.innerHTML), rules.service.messages.photoAlt)
  const responsiveImage = imageOf(parsed, rules)
  const caption = parsed.caption && inlineNodes(parsed.caption, rules)
  // The text stays when the image cannot be shown.
  if (!responsiveImage) return caption ? [{ type: 'paragraph', html: caption }] : []
  const href = parsed.href && contentLink(parsed.href, rules)?.href
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
  }
}
