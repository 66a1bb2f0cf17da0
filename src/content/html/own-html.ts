import type { SafeHtml } from '../../system/escape.ts'
import { join, openTag, tag, text } from './markup.ts'

/** Refuses what runs code or leaves the block, as fields are the CMS'. */
export interface OwnHtml {
  /** @throws {TypeError} for a refused element, attribute or URL */
  tag: typeof tag
  /** @throws {TypeError} as `tag` */
  openTag: typeof openTag
  text: typeof text
  join: typeof join
}

const NAME = /^[a-z][a-z0-9-]*$/
const REFUSED = new Set('animate base embed frame iframe link meta object script set style template'.split(' '))
const REFUSED_ATTRIBUTES = new Set(['ping', 'srcdoc'])
/** AMP's own `on` names actions, not code. */
const HANDLER = /^on./
const URL_ATTRIBUTES = new Set(['action', 'cite', 'formaction', 'href', 'poster', 'src', 'xlink:href'])
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const BASE = 'https://base.invalid'

export const OWN_HTML: OwnHtml = ownHtml((name, attributes) => {
  check(name, attributes)
  return attributes
})

const NOT_IN_AMP = new Set(['audio', 'form', 'frame', 'img', 'picture', 'video'])

/** @param onComponent gets AMP elements' names; its result replaces attributes */
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
      // Nothing inherited is written.
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

export function isSafeUrl(value: string): boolean {
  const url = URL.parse(value, BASE)
  return url !== null && SCHEMES.has(url.protocol)
}
