import type { SafeHtml } from './escape.ts'
import { type AttributeValue, join, openTag, tag, text } from './markup.ts'

/**
 * Writes markup for a site's own blocks. Escapes like the program's own writer, and refuses what runs code or reaches
 * beyond the block, because fields are content of the CMS.
 */
export interface OwnHtml {
  /** @throws {TypeError} for an element, attribute or URL that is refused */
  tag: typeof tag
  /** A void element: `img`, `hr`. @throws {TypeError} as `tag` */
  openTag: typeof openTag
  text: typeof text
  join: typeof join
}

const NAME = /^[a-z][a-z0-9-]*$/
const REFUSED = new Set(['base', 'embed', 'frame', 'iframe', 'link', 'meta', 'object', 'script', 'style', 'template'])
/** AMP's own `on` names actions, not code. */
const HANDLER = /^on./
const URL_ATTRIBUTES = new Set(['action', 'cite', 'formaction', 'href', 'poster', 'src', 'xlink:href'])
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Any base: a relative URL takes its scheme. */
const BASE = 'https://base.invalid'

export const OWN_HTML: OwnHtml = {
  tag(name, attributes, ...children) {
    check(name, attributes)
    return tag(name, attributes, ...children)
  },
  openTag(name, attributes): SafeHtml {
    check(name, attributes)
    return openTag(name, attributes)
  },
  text,
  join,
}

function check(name: string, attributes: Record<string, AttributeValue>): void {
  if (!NAME.test(name) || REFUSED.has(name)) throw new TypeError(`<${name}> is refused in a block of the site's own`)
  for (const [key, value] of Object.entries(attributes)) {
    if (HANDLER.test(key) || !/^[a-z][a-z0-9:_-]*$/.test(key)) {
      throw new TypeError(`the attribute "${key}" of <${name}> is refused in a block of the site's own`)
    }
    if (typeof value === 'string' && URL_ATTRIBUTES.has(key) && !isSafeUrl(value)) {
      throw new TypeError(`the URL in "${key}" of <${name}> is refused in a block of the site's own`)
    }
  }
}

/** Whether a link may have it: of the web, a mail or a telephone, or relative. */
export function isSafeUrl(value: string): boolean {
  const url = URL.parse(value, BASE)
  return url !== null && SCHEMES.has(url.protocol)
}
