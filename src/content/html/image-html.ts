import { createRequire } from 'node:module'
import type { JSDOM as JsdomClass } from 'jsdom'
import { DEFAULT_ALT, pixelSize } from '../images.ts'

/** What an image block's markup says (spec 5, "Article images"). */
export interface ParsedImage {
  src: string
  /** `photo` when the markup has none or an empty one. */
  alt: string
  /** Pixels; absent for `100%`, `auto` and other values that are no integer. */
  width?: number
  height?: number
  /** Inner HTML of the first figcaption, as it stands: to be sanitised. */
  captionHtml?: string
  /** Where the picture links to, as it stands. */
  href?: string
}

let JSDOM: typeof JsdomClass | undefined

/**
 * Loads the parser ahead of the first article: about 0.4 s of work that nobody should wait for in a request.
 */
export function loadImageParser(): typeof JsdomClass {
  // Required late, not imported: a server that starts must answer its health check before jsdom is there.
  JSDOM ??= (createRequire(import.meta.url)('jsdom') as typeof import('jsdom')).JSDOM
  return JSDOM
}

/**
 * Reads the image of an image block. Uses a jsdom fragment, which shares one document between all calls; a new
 * `JSDOM` for each costs a hundred times more.
 * @throws {Error} 'Invalid HTML input. No <img> element found.' (spec 8)
 */
export function parseImageHtml(html: string): ParsedImage {
  const fragment = loadImageParser().fragment(html)
  const image = fragment.querySelector('img')
  if (!image) throw new Error('Invalid HTML input. No <img> element found.')
  const caption = fragment.querySelector('figcaption')?.innerHTML.trim()
  const href = image.closest('a')?.getAttribute('href')
  const width = pixelSize(image.getAttribute('width') ?? undefined)
  const height = pixelSize(image.getAttribute('height') ?? undefined)
  return {
    src: image.getAttribute('src') ?? '',
    alt: image.getAttribute('alt')?.trim() || DEFAULT_ALT,
    ...(width && { width }),
    ...(height && { height }),
    ...(caption && { captionHtml: caption }),
    ...(href && { href }),
  }
}
