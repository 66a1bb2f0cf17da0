import type { Seo } from '../seo.ts'
import { plainField, plainText } from '../text.ts'
import type { WireSeo } from '../wire.ts'

export function seoOf(wire: WireSeo | undefined, title?: string): Seo {
  const description = wire?.meta.find((meta) => meta.name === 'description')?.content
  const canonical = wire?.canonical === undefined ? null : URL.parse(wire.canonical)
  const shown = plainField(title ?? wire?.title ?? '')
  return {
    ...(shown && { title: shown }),
    ...(description && { description: plainText(description) }),
    ...(canonical && { canonicalPath: `${canonical.pathname}${canonical.search}` }),
  }
}
