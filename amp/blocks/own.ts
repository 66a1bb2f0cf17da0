import type { BlockOf } from '../../src/content/block.ts'
import { join, tag, text } from '../../src/content/html/markup.ts'
import { ampHtml } from '../../src/content/html/own-html.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import { blockOnConsent, isThirdParty } from '../consent.ts'
import { EXTENSION_VERSIONS, type Extension } from '../extensions.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

const BUILT_IN = new Set(['amp-img', 'amp-layout', 'amp-pixel'])
const PIXEL = 'amp-pixel'

export const own: AmpEntry<'own'> = {
  render: (block, context) => rendered(block, context, context.inner(block.blocks)).html,
  // Inner blocks have their own entries.
  extensions: (block, context) => [...rendered(block, context, join([])).extensions],
  loadsThirdParty: (block, context) => rendered(block, context, join([])).loadsThirdParty,
}

/** @throws {TypeError} for an AMP element that the portal does not load */
function rendered(
  { content }: BlockOf<'own'>,
  context: AmpContext,
  inner: SafeHtml,
): { html: SafeHtml; extensions: Set<Extension>; loadsThirdParty: boolean } {
  const { language, absolute, messages } = context
  const extensions = new Set<Extension>()
  if (!content.amp) {
    // An empty reference is the page itself.
    const link = tag('p', { 'data-interface': 'link' }, tag('a', { href: absolute('') }, text(messages.seeOnPage)))
    return { html: link, extensions, loadsThirdParty: false }
  }
  let loadsThirdParty = false
  const html = ampHtml((name) => {
    const isWaiting = isExtension(name) ? isThirdParty(name) : name === PIXEL
    if (isWaiting) loadsThirdParty = true
    if (isExtension(name)) extensions.add(name)
    else if (!BUILT_IN.has(name)) {
      throw new TypeError(`<${name}> is not in use: one of ${Object.keys(EXTENSION_VERSIONS).join(', ')}`)
    }
    if (isWaiting && context.asking.consent === 'none') {
      throw new TypeError(`<${name}> needs consent, which CONSENT_MODE=none does not ask for`)
    }
    return isWaiting ? { ...blockOnConsent(context.asking, 'embeds') } : {}
  })
  const written = content.amp({ language, inner, absolute, html })
  return { html: written, extensions, loadsThirdParty }
}

function isExtension(name: string): name is Extension {
  return Object.hasOwn(EXTENSION_VERSIONS, name)
}
