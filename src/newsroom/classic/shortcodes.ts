import { escapeHtml } from '../../content/html/escape.ts'

/** One `[name …]` of a text, with its content up to `[/name]`. */
export interface Shortcode {
  name: string
  /** Lower-case names. */
  attributes: Readonly<Record<string, string>>
  /** Values without a name, in order. */
  values: readonly string[]
  /** Absent: it has no closing tag. */
  content?: string
}

/** An image of the media library in a gallery. */
export interface GalleryImage {
  url: string
  alt?: string
  /** HTML. */
  caption?: string
}

export interface ShortcodeWorld {
  /** The images of a gallery: by their ids, or all uploads of the post. */
  gallery(shortcode: Shortcode): readonly GalleryImage[]
  /** Called for each unknown shortcode: its brackets go, its content stays. */
  onUnknown(name: string): void
}

/** Maximum nesting of shortcodes; deeper ones stay unchanged, since each level reads all its content. */
const MAX_DEPTH = 20
/** Maximum length of a shortcode's attributes; longer ones are literal text. */
const MAX_ATTRIBUTES = 4000
const NAME = /\[(\[?)([a-z][\w-]{0,60})(?=[\s\]/])/iy
const CLOSING = /\[\/([a-z][\w-]{0,60})\]/gi
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|(\S+)/g
/** Shortcodes that contain only the URL of a player. */
const EMBEDS = new Set(['embed', 'youtube', 'vimeo', 'soundcloud', 'tweet', 'instagram', 'tiktok', 'spotify'])
const MEDIA = new Set(['audio', 'video'])
const MEDIA_SOURCES = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'wav', 'webm', 'flv', 'wmv']

/**
 * Replaces WordPress' shortcodes with markup: captions and galleries become figures, embeds become embed figures,
 * videos and sounds become links. `[[name]]` is an escaped shortcode; `[word]` without attributes or a closing tag is
 * literal text.
 */
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
  /** Its source text. */
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
  const { attributes, values } = attributesOf(inside.replace(/\/$/, ''))
  const shortcode = { name, attributes, values, isEscaped, written: html.slice(at, bracketEnd + 1) }
  if (isEscaped) return { ...shortcode, end: bracketEnd + 2 }
  const closing = inside.endsWith('/') ? undefined : nextClosing(closings.get(name), bracketEnd)
  if (closing === undefined) return { ...shortcode, end: bracketEnd + 1 }
  return { ...shortcode, content: html.slice(bracketEnd + 1, closing), end: closing + name.length + '[/]'.length }
}

/** The index of the closing bracket, ignoring brackets in quotes. */
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

function attributesOf(written: string): Pick<Shortcode, 'attributes' | 'values'> {
  const attributes = Object.create(null) as Record<string, string>
  const values: string[] = []
  for (const [, name, ...alternatives] of written.matchAll(ATTRIBUTE)) {
    const value = alternatives.find((candidate) => candidate !== undefined) ?? ''
    if (name === undefined) values.push(value)
    else attributes[name.toLowerCase()] = value
  }
  return { attributes, values }
}

/** Positions of a name's closing tags, in order, and how many of them are already passed. */
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

/** Called with increasing positions, so passed ones are not checked again. */
function nextClosing(closings: Closings | undefined, after: number): number | undefined {
  if (closings === undefined) return undefined
  while ((closings.places[closings.passed] ?? after) < after) closings.passed += 1
  return closings.places[closings.passed]
}

function markupOf(shortcode: ParsedShortcode, world: ShortcodeWorld, depth: number): string {
  const { name, attributes, values, content } = shortcode
  if (name === 'caption' || name === 'wp_caption') return captionMarkup(content ?? '', attributes.caption)
  if (name === 'gallery') return galleryMarkup(world.gallery(shortcode))
  const mediaUrl = (content ?? attributes.url ?? values[0] ?? '').trim().replace(/^=/, '')
  if (EMBEDS.has(name) && /^https?:\/\/[^\s<>"]+$/.test(mediaUrl)) return embedFigure(mediaUrl)
  if (MEDIA.has(name)) {
    const source = MEDIA_SOURCES.map((key) => attributes[key]).find(Boolean) ?? mediaUrl
    if (/^https?:\/\/[^\s<>"]+$/.test(source)) return mediaLink(source)
  }
  const isCommand = content !== undefined || Object.keys(attributes).length > 0 || shortcode.written.endsWith('/]')
  if (!isCommand) return shortcode.written
  world.onUnknown(name)
  return content === undefined ? '' : withoutShortcodes(content, world, depth + 1)
}

const CAPTIONED = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i

function captionMarkup(content: string, attribute: string | undefined): string {
  const [, image, text = ''] = CAPTIONED.exec(content) ?? []
  if (image === undefined) return content
  return imageFigure(image, text.trim() || attribute)
}

function galleryMarkup(images: readonly GalleryImage[]): string {
  if (images.length === 0) return ''
  const items = images.map(({ url, alt = '', caption }) =>
    imageFigure(`<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"/>`, caption).trim(),
  )
  return `\n\n<figure class="wp-block-gallery has-nested-images columns-default">${items.join('')}</figure>\n\n`
}

function imageFigure(image: string, caption: string | undefined): string {
  const line = caption ? `<figcaption class="wp-element-caption">${caption}</figcaption>` : ''
  return `\n\n<figure class="wp-block-image">${image}${line}</figure>\n\n`
}

/** A figure that becomes an embed block (`blocks.ts`). */
export function embedFigure(mediaUrl: string): string {
  return `\n\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">${escapeHtml(mediaUrl)}</div></figure>\n\n`
}

function mediaLink(mediaUrl: string): string {
  const name = URL.parse(mediaUrl)?.pathname.split('/').at(-1) || mediaUrl
  return `\n\n<p><a href="${escapeHtml(mediaUrl)}">${escapeHtml(name)}</a></p>\n\n`
}
