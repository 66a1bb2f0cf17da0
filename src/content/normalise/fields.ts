import { isRecord } from '../../system/record.ts'
import type { ResponsiveImage, SponsoredLink } from '../block.ts'
import { pixelSize } from '../image-sizes.ts'
import { imageSource } from '../images.ts'
import { bindLines } from '../line-breaks.ts'
import { contentLink, type LinkRules, type LinkTarget, languageOfText, SPONSORED_REL } from '../links.ts'
import { plainLine } from '../plain-line.ts'
import { plainField } from '../text.ts'
import { number, text, type WireBlock } from '../wire.ts'

export type Fields = Record<string, unknown>

export function dataOf(block: WireBlock): Fields {
  return isRecord(block.attrs.data) ? block.attrs.data : {}
}

/** Decodes entities once; tags are text. Empty means absent. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? text.parse(fields[name]) : undefined
  return (value && plainField(value)) || undefined
}

/** For shown text: its lines are bound (TEXT-13). */
export function lineField(fields: Fields, name: string, rules: LinkRules): string | undefined {
  const value = textField(fields, name)
  return value && bindLines(value, languageOfText(rules))
}

export function numberField(fields: Fields, name: string): number | undefined {
  return Object.hasOwn(fields, name) ? number.parse(fields[name]) : undefined
}

export function linkField(fields: Fields, name: string, rules: LinkRules): LinkTarget | undefined {
  const value = textField(fields, name)
  return value === undefined ? undefined : contentLink(value, rules)
}

export function sponsoredLink(fields: Fields, name: string, rules: LinkRules): LinkTarget | undefined {
  const link = linkField(fields, name, rules)
  return link && { href: link.href, rel: SPONSORED_REL }
}

export function sponsoredButton(
  fields: Fields,
  names: { link: string; label: string },
  fallback: string,
  rules: LinkRules,
): SponsoredLink | undefined {
  const link = sponsoredLink(fields, names.link, rules)
  return link && { link, label: textField(fields, names.label) ?? fallback }
}

export function imageField(
  fields: Fields,
  name: string,
  rules: LinkRules,
  fallbackAlt: string,
): ResponsiveImage | undefined {
  const value = fields[name]
  if (!isRecord(value)) return undefined
  const [width, height] = [pixelSize(text.parse(value.width)), pixelSize(text.parse(value.height))]
  const source = imageSource(text.parse(value.url) ?? '', rules.images, width)
  const alt = textField(value, 'alt') ?? plainLine(fallbackAlt)
  return source && { ...source, alt, width, height }
}

export function listField(fields: Fields, name: string): Fields[] {
  const value = fields[name]
  return Array.isArray(value) ? value.filter(isRecord) : []
}
