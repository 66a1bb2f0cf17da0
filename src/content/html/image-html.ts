import { DEFAULT_ALT, pixelSize } from '../images.ts'
import { attribute, elementNamed, type HtmlElement, type HtmlNode } from './tree.ts'

/** What an image block's markup says (spec 5, "Article images"). */
export interface ParsedImage {
  src: string
  /** `photo` when the markup has none or an empty one. */
  alt: string
  /** Pixels; absent for `100%`, `auto` and other values that are no integer. */
  width?: number
  height?: number
  /** What stands in the first figcaption, as it stands: to be sanitised. */
  caption?: readonly HtmlNode[]
  /** Where the picture links to, as it stands. */
  href?: string
}

/**
 * Reads the image of an image block.
 * @throws {Error} 'Invalid HTML input. No <img> element found.' (spec 8)
 */
export function parseImage(nodes: readonly HtmlNode[]): ParsedImage {
  const image = elementNamed(nodes, 'img')
  if (!image) throw new Error('Invalid HTML input. No <img> element found.')
  const caption = elementNamed(nodes, 'figcaption')?.childNodes
  const link = linkAround(image)
  const href = link && attribute(link, 'href')
  const width = pixelSize(attribute(image, 'width'))
  const height = pixelSize(attribute(image, 'height'))
  return {
    src: attribute(image, 'src') ?? '',
    alt: attribute(image, 'alt')?.trim() || DEFAULT_ALT,
    ...(width && { width }),
    ...(height && { height }),
    ...(caption && { caption }),
    ...(href && { href }),
  }
}

function linkAround(element: HtmlElement): HtmlElement | undefined {
  let { parentNode } = element
  while (parentNode && 'tagName' in parentNode && parentNode.tagName !== 'a') parentNode = parentNode.parentNode
  return parentNode && 'tagName' in parentNode ? parentNode : undefined
}
