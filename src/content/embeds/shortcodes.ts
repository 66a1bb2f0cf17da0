import type { OwnEmbed } from '../../services/service.ts'
import { embedTarget, httpUrl, PROVIDERS } from '../embeds.ts'
import { filled } from './providers/provider.ts'

const SHORTCODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['embed', ['{content}', '{src}', '{url}', '{0}']],
  ['iframe', ['{src}', '{url}', '{content}', '{0}']],
  ...PROVIDERS.flatMap(({ shortcodes = {} }) => Object.entries(shortcodes)),
])

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|(\S+)/g

/** Lower-cases names. */
export function shortcodeAttributes(written: string): { attributes: Record<string, string>; values: string[] } {
  const attributes = Object.create(null) as Record<string, string>
  const values: string[] = []
  for (const [, name, ...alternatives] of written.matchAll(ATTRIBUTE)) {
    const value = alternatives.find((candidate) => candidate !== undefined) ?? ''
    if (name === undefined) values.push(value)
    else attributes[name.toLowerCase()] = value
  }
  return { attributes, values }
}

export interface EmbedShortcode {
  name: string
  attributes: Readonly<Record<string, string>>
  values: readonly string[]
  content?: string
}

/** Prefers a known provider's URL; undefined for other shortcodes. */
export function shortcodeUrl(
  { name, attributes, values, content }: EmbedShortcode,
  own: readonly OwnEmbed[],
): string | undefined {
  const templates = SHORTCODES.get(name.toLowerCase())
  if (!templates) return undefined
  const parts: Record<string, string> = { ...attributes }
  // `[youtube=https://…]`.
  for (const [index, value] of values.entries()) parts[String(index)] = value.replace(/^=/, '')
  if (content !== undefined) parts.content = content.trim()
  const urls = templates.flatMap((template) => {
    const isWhole = [...template.matchAll(/\{([\w-]+)\}/g)].every(([, part = '']) => parts[part])
    const url = isWhole ? filled(template, parts) : ''
    return httpUrl(url) ? [url] : []
  })
  return urls.find((url) => embedTarget(url, 'en', own) !== undefined) ?? urls[0]
}

const ALONE = /^\[([a-z][\w-]{0,40})(?=[\s=\]])([^\][<>]{0,2000})\](?:([^\][<>]{0,2000})\[\/([a-z][\w-]{0,40})\])?$/i

/** Without a plugin WordPress shows it as text. */
export function loneShortcodeUrl(text: string, own: readonly OwnEmbed[]): string | undefined {
  const [, name, inside = '', content, closing] = ALONE.exec(plainSigns(text)) ?? []
  if (name === undefined || (closing !== undefined && closing.toLowerCase() !== name.toLowerCase())) return undefined
  return shortcodeUrl({ name, ...shortcodeAttributes(inside.replace(/\/$/, '')), content }, own)
}

function plainSigns(text: string): string {
  return text
    .trim()
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replace(/[\u2018\u2019\u2032]/g, "'")
    .replaceAll('\u2013', '--')
}
