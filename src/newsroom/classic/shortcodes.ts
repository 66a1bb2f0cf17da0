import { escapeHtml } from '../../content/html/escape.ts'

/** One `[name …]` of a text, with what stands between it and its `[/name]`. */
export interface Shortcode {
  name: string
  /** Lower-case names. */
  attributes: Readonly<Record<string, string>>
  /** Values without a name, in order. */
  values: readonly string[]
  /** Absent: it has no end of its own. */
  content?: string
}

/** Pictures of the media library that a gallery shows. */
export interface GalleryPicture {
  url: string
  alt?: string
  /** HTML. */
  caption?: string
}

export interface ShortcodeWorld {
  /** The pictures of a gallery: by their ids, or all that were uploaded to the post. */
  gallery(shortcode: Shortcode): readonly GalleryPicture[]
  /** Told of each shortcode that nothing here knows: its own brackets go, what is between them stays. */
  onUnknown(name: string): void
}

/** Shortcodes around shortcodes; what is nested deeper stays as it is, for each level reads all that is in it. */
const MAX_DEPTH = 20
/** Characters of a shortcode's attributes; what is longer is text. */
const MAX_ATTRIBUTES = 4000
const NAME = /\[(\[?)([a-z][\w-]{0,60})(?=[\s\]/])/iy
const CLOSING = /\[\/([a-z][\w-]{0,60})\]/gi
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|(\S+)/g
/** Shortcodes whose only sense is an address to play. */
const EMBEDS = new Set(['embed', 'youtube', 'vimeo', 'soundcloud', 'tweet', 'instagram', 'tiktok', 'spotify'])
const MEDIA = new Set(['audio', 'video'])
const MEDIA_SOURCES = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'wav', 'webm', 'flv', 'wmv']

/**
 * Replaces WordPress' shortcodes by markup: captions and galleries become figures, embeds become embed figures, films
 * and sounds become links. `[[name]]` is an escaped one, and `[word]` without attributes or an end is a word in brackets.
 */
export function withoutShortcodes(html: string, world: ShortcodeWorld, depth = 0): string {
  if (!html.includes('[') || depth > MAX_DEPTH) return html
  const closings = closingsOf(html)
  let out = ''
  let from = 0
  for (let at = html.indexOf('['); at !== -1; at = html.indexOf('[', Math.max(from, at + 1))) {
    const found = shortcodeAt(html, at, closings)
    if (!found) continue
    out += html.slice(from, at) + (found.isEscaped ? html.slice(at + 1, found.end - 1) : markupOf(found, world, depth))
    from = found.end
  }
  return out + html.slice(from)
}

interface Found extends Shortcode {
  isEscaped: boolean
  end: number
  /** As it stands in the text. */
  written: string
}

function shortcodeAt(html: string, at: number, closings: Map<string, Closings>): Found | undefined {
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
  const found = { name, attributes, values, isEscaped, written: html.slice(at, bracketEnd + 1) }
  if (isEscaped) return { ...found, end: bracketEnd + 2 }
  const closing = inside.endsWith('/') ? undefined : nextClosing(closings.get(name), bracketEnd)
  if (closing === undefined) return { ...found, end: bracketEnd + 1 }
  return { ...found, content: html.slice(bracketEnd + 1, closing), end: closing + name.length + '[/]'.length }
}

/** Where the bracket closes; brackets in quotes do not. */
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

/** Where a name is closed, in order, and how many of these places lie behind. */
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

/** Asked with growing positions: what lies behind is not looked at again. */
function nextClosing(closings: Closings | undefined, after: number): number | undefined {
  if (closings === undefined) return undefined
  while ((closings.places[closings.passed] ?? after) < after) closings.passed += 1
  return closings.places[closings.passed]
}

function markupOf(found: Found, world: ShortcodeWorld, depth: number): string {
  const { name, attributes, values, content } = found
  if (name === 'caption' || name === 'wp_caption') return captionMarkup(content ?? '', attributes.caption)
  if (name === 'gallery') return galleryMarkup(world.gallery(found))
  const address = (content ?? attributes.url ?? values[0] ?? '').trim().replace(/^=/, '')
  if (EMBEDS.has(name) && /^https?:\/\/[^\s<>"]+$/.test(address)) return embedFigure(address)
  if (MEDIA.has(name)) {
    const source = MEDIA_SOURCES.map((key) => attributes[key]).find(Boolean) ?? address
    if (/^https?:\/\/[^\s<>"]+$/.test(source)) return mediaLink(source)
  }
  const isCommand = content !== undefined || Object.keys(attributes).length > 0 || found.written.endsWith('/]')
  if (!isCommand) return found.written
  world.onUnknown(name)
  return content === undefined ? '' : withoutShortcodes(content, world, depth + 1)
}

const CAPTIONED = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i

function captionMarkup(content: string, attribute: string | undefined): string {
  const [, picture, text = ''] = CAPTIONED.exec(content) ?? []
  if (picture === undefined) return content
  return imageFigure(picture, text.trim() || attribute)
}

function galleryMarkup(pictures: readonly GalleryPicture[]): string {
  if (pictures.length === 0) return ''
  const items = pictures.map(({ url, alt = '', caption }) =>
    imageFigure(`<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"/>`, caption).trim(),
  )
  return `\n\n<figure class="wp-block-gallery has-nested-images columns-default">${items.join('')}</figure>\n\n`
}

function imageFigure(picture: string, caption: string | undefined): string {
  const line = caption ? `<figcaption class="wp-element-caption">${caption}</figcaption>` : ''
  return `\n\n<figure class="wp-block-image">${picture}${line}</figure>\n\n`
}

/** A figure that the blocks are made of (`blocks.ts`). */
export function embedFigure(address: string): string {
  return `\n\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">${escapeHtml(address)}</div></figure>\n\n`
}

function mediaLink(address: string): string {
  const name = URL.parse(address)?.pathname.split('/').at(-1) || address
  return `\n\n<p><a href="${escapeHtml(address)}">${escapeHtml(name)}</a></p>\n\n`
}
