import { pixelSize } from '../image-sizes.ts'
import { attribute, elementNamed, type HtmlElement, type HtmlNode } from './tree.ts'

/** Characters. */
const MAX_SRCSET = 20_000

export interface ParsedImage {
  src: string
  /** `photo` without one. */
  alt: string
  /** Pixels; absent for `100%`, `auto` and such. */
  width?: number
  height?: number
  /** Pixels: WordPress' sizes end with the original. */
  fullWidth?: number
  caption?: readonly HtmlNode[]
  href?: string
  /** A page of WordPress that the portal lacks. */
  isOfAttachment?: boolean
  full?: string
}

/**
 * @param defaultAlt of an image without any (IMG-13)
 * @throws {Error} 'Invalid HTML input. No <img> element found.' (BLOCK-24)
 */
export function parseImage(nodes: readonly HtmlNode[], defaultAlt: string): ParsedImage {
  const image = elementNamed(nodes, 'img')
  if (!image) throw new Error('Invalid HTML input. No <img> element found.')
  const caption = elementNamed(nodes, 'figcaption')?.childNodes
  const link = linkAround(image)
  const href = link && attribute(link, 'href')
  const isOfAttachment = link !== undefined && isAttachmentLink(link)
  const width = pixelSize(attribute(image, 'width'))
  const height = pixelSize(attribute(image, 'height'))
  const fullWidth = widestOf(attribute(image, 'srcset'))
  return {
    src: attribute(image, 'src') ?? '',
    alt: attribute(image, 'alt')?.trim() || defaultAlt,
    width,
    height,
    fullWidth,
    caption,
    href: href || undefined,
    isOfAttachment: isOfAttachment || undefined,
    full: isOfAttachment ? fullImageOf(image) : undefined,
  }
}

/** WordPress writes `rel="attachment wp-att-12"`. */
export function isAttachmentLink(link: HtmlElement): boolean {
  const rel = attribute(link, 'rel') ?? ''
  const query = URL.parse(attribute(link, 'href') ?? '', 'https://relative.invalid')?.searchParams
  return /(?:^|\s)wp-att-\d/.test(rel) || query?.has('attachment_id') === true
}

/** `foto-300x200.jpg` becomes `foto.jpg`. */
export function fullImageOf(image: HtmlElement): string {
  const src = attribute(image, 'src') ?? ''
  return src.replace(/-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}(?:[?#]|$))/i, '')
}

/** Pixels. */
export function widestOf(srcSet: string | undefined): number | undefined {
  const widths = (srcSet ?? '')
    .slice(0, MAX_SRCSET)
    .split(',')
    .map((candidate) => pixelSize(/ (\d{1,5})w$/.exec(candidate.trim())?.[1]) ?? 0)
  return Math.max(...widths) || undefined
}

function linkAround(element: HtmlElement): HtmlElement | undefined {
  let { parentNode } = element
  while (parentNode && 'tagName' in parentNode && parentNode.tagName !== 'a') parentNode = parentNode.parentNode
  return parentNode && 'tagName' in parentNode ? parentNode : undefined
}
