import type { OwnEmbed } from '../services/service.ts'
import { shortcodeAttributes, shortcodeUrl } from './embeds/shortcodes.ts'
import { builderMarkup, isBuilder, mayHoldBuilders, withoutLoneTags, withPlainQuotes } from './page-builders.ts'
import {
  captionMarkup,
  embedFigure,
  type GalleryImage,
  galleryMarkup,
  type PlaylistTrack,
  playerMarkup,
  playlistMarkup,
} from './shortcode-figures.ts'

export interface Shortcode {
  name: string
  /** With lower-case names. */
  attributes: Readonly<Record<string, string>>
  /** Without names. */
  values: readonly string[]
  /** Absent: no closing tag. */
  content?: string
}

export interface ShortcodeWorld {
  embeds: readonly OwnEmbed[]
  /** `undefined`: no media library. */
  gallery(shortcode: Shortcode): readonly GalleryImage[] | undefined
  playlist(shortcode: Shortcode): readonly PlaylistTrack[] | undefined
  /** Content always stays; `keep`: brackets too. */
  onUnknown(name: string): 'keep' | undefined
}

export function withoutLibrary(embeds: readonly OwnEmbed[]): ShortcodeWorld {
  return { embeds, gallery: () => undefined, playlist: () => undefined, onUnknown: () => 'keep' }
}

/** Each level reads its whole content. */
const MAX_DEPTH = 20
/** Longer ones are text. */
const MAX_ATTRIBUTES = 4000
const NAME = /\[(\[?)([a-z][\w-]{0,60})(?=[\s\]/])/iy
const CLOSING = /\[\/([a-z][\w-]{0,60})\]/gi
/** `[[name]]` is escaped; `[word]` without attributes or a closing tag is text. */
export function withoutShortcodes(html: string, world: ShortcodeWorld, depth = 0): string {
  if (!html.includes('[') || depth > MAX_DEPTH) return html
  const closings = closingsOf(html)
  let out = ''
  let from = 0
  for (let at = html.indexOf('['); at !== -1; at = html.indexOf('[', Math.max(from, at + 1))) {
    const shortcode = shortcodeAt(html, at, closings)
    if (!shortcode) continue
    out +=
      html.slice(from, at) +
      (shortcode.isEscaped ? html.slice(at + 1, shortcode.end - 1) : markupOf(shortcode, world, depth))
    from = shortcode.end
  }
  return out + html.slice(from)
}

interface ParsedShortcode extends Shortcode {
  isEscaped: boolean
  end: number
  written: string
}

function shortcodeAt(html: string, at: number, closings: Map<string, Closings>): ParsedShortcode | undefined {
  NAME.lastIndex = at
  const match = NAME.exec(html)
  if (!match) return undefined
  const [opening, bracket, written = ''] = match
  const bracketEnd = attributesEnd(html, at + opening.length)
  if (bracketEnd === undefined) return undefined
  const inside = html.slice(at + opening.length, bracketEnd)
  const isEscaped = bracket === '[' && html[bracketEnd + 1] === ']'
  if (bracket === '[' && !isEscaped) return undefined
  const name = written.toLowerCase()
  const { attributes, values } = shortcodeAttributes(inside.replace(/\/$/, ''))
  const shortcode = { name, attributes, values, isEscaped, written: html.slice(at, bracketEnd + 1) }
  if (isEscaped) return { ...shortcode, end: bracketEnd + 2 }
  const closing = inside.endsWith('/') ? undefined : nextClosing(closings.get(name), bracketEnd)
  if (closing === undefined) return { ...shortcode, end: bracketEnd + 1 }
  return { ...shortcode, content: html.slice(bracketEnd + 1, closing), end: closing + name.length + '[/]'.length }
}

/** Brackets in quotes do not count. */
function attributesEnd(html: string, from: number): number | undefined {
  let quote = ''
  for (let at = from; at < Math.min(html.length, from + MAX_ATTRIBUTES); at++) {
    const character = html[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === ']') return at
    else if (character === '[' || character === '<') return undefined
    else if ((character === '"' || character === "'") && /[=\s]/.test(html[at - 1] ?? '')) quote = character
  }
  return undefined
}

interface Closings {
  places: number[]
  passed: number
}

function closingsOf(html: string): Map<string, Closings> {
  const closings = new Map<string, Closings>()
  for (const { 1: written = '', index } of html.matchAll(CLOSING)) {
    const name = written.toLowerCase()
    const known = closings.get(name)
    if (known) known.places.push(index)
    else closings.set(name, { places: [index], passed: 0 })
  }
  return closings
}

/** `after` rises between calls. */
function nextClosing(closings: Closings | undefined, after: number): number | undefined {
  if (closings === undefined) return undefined
  while ((closings.places[closings.passed] ?? after) < after) closings.passed += 1
  return closings.places[closings.passed]
}

function markupOf(shortcode: ParsedShortcode, world: ShortcodeWorld, depth: number): string {
  const { name, attributes, values, content } = shortcode
  if (name === 'caption' || name === 'wp_caption') return captionMarkup(content ?? '', attributes.caption)
  if (name === 'gallery') {
    const images = world.gallery(shortcode)
    if (images) return galleryMarkup(images)
  }
  if (name === 'playlist') {
    const tracks = world.playlist(shortcode)
    if (tracks) return playlistMarkup(tracks, attributes.type === 'video' ? 'video' : 'audio')
  }
  const embedded = shortcodeUrl({ name, attributes, values, content }, world.embeds)
  if (embedded !== undefined && /^https?:\/\/[^\s<>"]+$/.test(embedded)) return embedFigure(embedded)
  if (name === 'audio' || name === 'video') {
    const player = playerMarkup(name, shortcode, world.embeds)
    if (player !== undefined) return player
  }
  if (isBuilder(name)) return builtMarkup(shortcode, world, depth)
  const isCommand = content !== undefined || Object.keys(attributes).length > 0 || shortcode.written.endsWith('/]')
  if (!isCommand) return shortcode.written
  const isKept = world.onUnknown(name) === 'keep'
  const inside = content === undefined ? '' : withoutShortcodes(content, world, depth + 1)
  if (!isKept) return inside
  return content === undefined ? shortcode.written : `${shortcode.written}${inside}[/${name}]`
}

function builtMarkup(shortcode: ParsedShortcode, world: ShortcodeWorld, depth: number): string {
  const { attributes, content, name } = shortcode
  const ids = IMAGE_IDS.map((key) => attributes[key]?.trim() ?? '').find((value) => /^\d+(?:,\s*\d+)*$/.test(value))
  const images = ids === undefined ? undefined : world.gallery({ ...shortcode, attributes: { ids, id: 'none' } })
  const [only, ...others] = images ?? []
  if (images && others.length > 0) return galleryMarkup(images)
  const inside = content === undefined ? '' : withoutShortcodes(content, world, depth + 1)
  const image = only && { image: only.url, alt: attributes.alt ?? only.alt ?? '' }
  return builderMarkup({ name, attributes: { ...attributes, ...image }, content }, inside)
}

const IMAGE_IDS = ['image', 'images', 'ids', 'gallery_ids', 'image_id', 'include']

/** In these brackets are the author's. */
const CODE = /<(pre|code|textarea|script|style)\b/gi

/** Undoes rendering without a page builder (SRC-48). Authors' brackets and code stay. */
export function withoutBuilders(html: string, embeds: readonly OwnEmbed[]): string {
  if (!mayHoldBuilders(html)) return html
  let out = ''
  for (const { text, isCode } of partsOf(html))
    out += isCode ? text : withoutLoneTags(withoutShortcodes(withPlainQuotes(text), withoutLibrary(embeds)))
  return out.replace(EMPTY, '')
}

function partsOf(html: string): Array<{ text: string; isCode: boolean }> {
  const parts: Array<{ text: string; isCode: boolean }> = []
  const lower = html.toLowerCase()
  /** These elements do not end again. */
  const endless = new Set<string>()
  let from = 0
  CODE.lastIndex = 0
  for (let match = CODE.exec(html); match; match = CODE.exec(html)) {
    const name = (match[1] ?? '').toLowerCase()
    const close = endless.has(name) ? -1 : lower.indexOf(`</${name}>`, match.index)
    if (close === -1) {
      endless.add(name)
      continue
    }
    const end = close + name.length + '</>'.length
    parts.push(
      { text: html.slice(from, match.index), isCode: false },
      { text: html.slice(match.index, end), isCode: true },
    )
    from = end
    CODE.lastIndex = end
  }
  return [...parts, { text: html.slice(from), isCode: false }]
}

/** WordPress' wrapper of a lone tag. */
const EMPTY = /<p>\s*<\/p>/g
