import type { SafeHtml } from '../../system/escape.ts'
import { join, openTag, tag, text } from './markup.ts'

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
/** They run code, load documents, or change attributes later. */
const REFUSED = new Set('animate base embed frame iframe link meta object script set style template'.split(' '))
const REFUSED_ATTRIBUTES = new Set(['ping', 'srcdoc'])
/** AMP's own `on` names actions, not code. */
const HANDLER = /^on./
const URL_ATTRIBUTES = new Set(['action', 'cite', 'formaction', 'href', 'poster', 'src', 'xlink:href'])
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Any base: a relative URL takes its scheme. */
const BASE = 'https://base.invalid'

export const OWN_HTML: OwnHtml = ownHtml((name, attributes) => {
  check(name, attributes)
  return attributes
})

/** Elements that AMP has under names of its own. */
const NOT_IN_AMP = new Set(['audio', 'form', 'frame', 'img', 'picture', 'video'])

/**
 * The same for AMP documents.
 * @param onComponent called with the name of each element of AMP, `amp-youtube`; what it returns goes over the
 * element's attributes
 */
export function ampHtml(onComponent: (name: string) => Attributes): OwnHtml {
  return ownHtml((name, attributes) => {
    check(name, attributes)
    if (NOT_IN_AMP.has(name)) throw new TypeError(`<${name}> is refused in AMP: write an element of AMP`)
    return name.startsWith('amp-') ? { ...attributes, ...onComponent(name) } : attributes
  })
}

type Attributes = Parameters<typeof tag>[1]

function ownHtml(inspected: (name: string, attributes: Attributes) => Attributes): OwnHtml {
  return {
    tag(name, source, ...children) {
      // What was inspected is written: nothing inherited.
      return tag(name, inspected(name, { ...source }), ...children)
    },
    openTag(name, source): SafeHtml {
      return openTag(name, inspected(name, { ...source }))
    },
    text,
    join,
  }
}

function check(name: string, attributes: Attributes): void {
  if (!NAME.test(name) || REFUSED.has(name)) throw new TypeError(`<${name}> is refused in a block of the site's own`)
  for (const [key, value] of Object.entries(attributes)) {
    if (HANDLER.test(key) || REFUSED_ATTRIBUTES.has(key) || !/^[a-z][a-z0-9:_-]*$/.test(key)) {
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
