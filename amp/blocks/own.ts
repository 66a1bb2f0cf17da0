import type { BlockOf } from '../../src/content/block.ts'
import type { SafeHtml } from '../../src/content/html/escape.ts'
import { join } from '../../src/content/html/markup.ts'
import { OWN_HTML } from '../../src/content/html/own-html.ts'
import type { AmpMarkup } from '../../src/content/own-block.ts'
import { EXTENSION_VERSIONS, type Extension } from '../extensions.ts'
import type { AmpContext, AmpEntry } from './entry.ts'

/** A block of the site's own (docs/decisions/050). */
export const own: AmpEntry<'own'> = {
  render: (block, context) => markupOf(block, context, context.inner(block.blocks)).html,
  // Inner blocks have entries of their own.
  extensions: (block, context) => markupOf(block, context, join([])).components.map(extensionOf),
}

function markupOf({ content }: BlockOf<'own'>, { language, absolute }: AmpContext, inner: SafeHtml): AmpMarkup {
  return content.amp({ language, inner, absolute, html: OWN_HTML })
}

/** @throws {TypeError} for a component that the portal does not load */
function extensionOf(component: string): Extension {
  if (isExtension(component)) return component
  throw new TypeError(`"${component}" is no AMP component in use: one of ${Object.keys(EXTENSION_VERSIONS).join(', ')}`)
}

function isExtension(component: string): component is Extension {
  return Object.hasOwn(EXTENSION_VERSIONS, component)
}
