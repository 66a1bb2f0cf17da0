import { escapeHtml } from '../../system/escape.ts'
import type { ResponsiveImage } from '../block.ts'
import { type ParsedImage, parseImage } from '../html/image-html.ts'
import { inlineNodes } from '../html/sanitise.ts'
import { attribute, elementsNamed, type HtmlElement, type HtmlNode, hasClass, isElement } from '../html/tree.ts'
import { imageSource } from '../images.ts'
import { bindLines } from '../line-breaks.ts'
import { contentLink, type LinkRules, languageOfText } from '../links.ts'
import { slugOf } from '../slug.ts'
import type { WireBlock } from '../wire.ts'
import type { LeafNormaliser } from './context.ts'

export const image: LeafNormaliser = (block, { parse, rules }) => {
  const nodes = parse(block.innerHTML)
  const parsed = parseImage(nodes, rules.service.messages.photoAlt)
  const responsiveImage = imageOf(parsed, rules)
  const caption = parsed.caption && inlineNodes(parsed.caption, rules)
  // Without its image, the text or the alternative stays.
  if (!responsiveImage) {
    const [shown] = elementsNamed(nodes, 'img').flatMap((element) => attribute(element, 'alt')?.trim() ?? [])
    const words = caption || escapeHtml(bindLines(shown ?? '', languageOfText(rules)))
    return words === '' ? [] : [{ type: 'paragraph', html: words }]
  }
  const target = parsed.isOfAttachment ? parsed.full : parsed.href
  const href = target && contentLink(target, rules)?.href
  return [
    {
      type: 'image',
      isWide: isWide(block, nodes),
      image: responsiveImage,
      caption: caption || undefined,
      href: href || undefined,
    },
  ]
}

const WIDE = ['wide', 'full']

/** Older content has it in markup alone (ART-17). */
export function isWide({ attrs }: WireBlock, nodes: readonly HtmlNode[]): true | undefined {
  const { align } = attrs
  const isNamed = (element: HtmlElement): boolean => WIDE.some((name) => hasClass(element, `align${name}`))
  const isSet = (typeof align === 'string' && WIDE.includes(align)) || nodes.filter(isElement).some(isNamed)
  return isSet || undefined
}

/** Not to WordPress' page about the image. */
export function linkElsewhere(parsed: ParsedImage, rules: LinkRules): string | undefined {
  const { href, src, isOfAttachment } = parsed
  if (isOfAttachment || href === undefined || IMAGE_FILE.test(href) || isPageOfImage(href, src, rules)) return undefined
  return contentLink(href, rules)?.href
}

/** Named as the file, with a number where the path is taken. */
function isPageOfImage(href: string, src: string, { cmsHosts }: LinkRules): boolean {
  const host = URL.parse(href)?.host
  if (host !== undefined && !cmsHosts.has(host) && host !== URL.parse(src)?.host) return false
  const [path = ''] = src.split(/[?#]/, 1)
  const name = slugOf(path.slice(path.lastIndexOf('/') + 1).replace(/(?:-\d{1,5}x\d{1,5}|-scaled)?\.[a-z]{3,4}$/i, ''))
  const [page = ''] = (URL.parse(href, 'https://relative.invalid')?.pathname ?? '').split('/').filter(Boolean).slice(-1)
  return name !== '' && slugOf(page.replace(/-\d{1,2}$/, '')) === name.replace(/-\d{1,2}$/, '')
}

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:$|[?#])/i

export function imageOf(parsed: ParsedImage, rules: LinkRules): ResponsiveImage | undefined {
  const source = imageSource(parsed.src, rules.images, parsed.width, parsed.fullWidth)
  if (!source) return undefined
  return {
    ...source,
    alt: parsed.alt,
    width: parsed.width,
    height: parsed.height,
    fullWidth: rules.images.remote && parsed.fullWidth,
  }
}

const MAX_KNOWN = 3

export function knownImages(nodes: readonly HtmlNode[], rules: LinkRules): ResponsiveImage[] {
  const elements = elementsNamed(nodes, 'img').slice(0, MAX_KNOWN)
  return elements.flatMap((element) => {
    const image = imageOf(parseImage([element], rules.service.messages.photoAlt), rules)
    const isKnown = image?.width !== undefined && image.height !== undefined
    return isKnown && (image.fullWidth !== undefined || !rules.images.remote) ? [image] : []
  })
}
