import type { BlockOf } from '../../src/content/block.ts'
import type { SafeHtml } from '../../src/content/html/escape.ts'
import { join } from '../../src/content/html/markup.ts'
import { ampHtml } from '../../src/content/html/own-html.ts'
import { EXTENSION_VERSIONS, type Extension } from '../extensions.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

/** Parts of AMP's runtime, which need no script of their own. */
const BUILT_IN = new Set(['amp-img', 'amp-layout', 'amp-pixel'])

/** A block of the site's own (docs/decisions/050). */
export const own: AmpEntry<'own'> = {
  render: (block, context) => rendered(block, context, context.inner(block.blocks)).html,
  // Inner blocks have entries of their own.
  extensions: (block, context) => [...rendered(block, context, join([])).extensions],
}

/** @throws {TypeError} for an element of AMP that the portal does not load */
function rendered(
  { content }: BlockOf<'own'>,
  { language, absolute }: AmpContext,
  inner: SafeHtml,
): { html: SafeHtml; extensions: Set<Extension> } {
  const extensions = new Set<Extension>()
  const html = ampHtml((name) => {
    if (isExtension(name)) extensions.add(name)
    else if (!BUILT_IN.has(name)) {
      throw new TypeError(`<${name}> is not in use: one of ${Object.keys(EXTENSION_VERSIONS).join(', ')}`)
    }
  })
  return { html: content.amp({ language, inner, absolute, html }), extensions }
}

function isExtension(name: string): name is Extension {
  return Object.hasOwn(EXTENSION_VERSIONS, name)
}
