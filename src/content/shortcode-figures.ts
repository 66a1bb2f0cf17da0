import type { OwnEmbed } from '../services/service.ts'
import { escapeHtml } from '../system/escape.ts'
import { isEmbed } from './embeds.ts'
import { jsonForScript } from './html/markup.ts'
import { mediaTypeOf } from './media-file.ts'

export interface GalleryImage {
  url: string
  alt?: string
  /** HTML. */
  caption?: string
}

export interface PlaylistTrack {
  url: string
  title?: string
  /** HTML. */
  caption?: string
}

interface MediaShortcode {
  attributes: Readonly<Record<string, string>>
  values: readonly string[]
  content?: string
}

/** Endings in WordPress' order. */
const MEDIA = {
  audio: ['src', 'mp3', 'ogg', 'oga', 'opus', 'flac', 'm4a', 'aac', 'wav', 'wma'],
  video: ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'wmv', 'mov'],
} as const
/** The site may have it. */
const FILE_URL = /^(?:https?:\/\/|\/(?!\/))[^\s<>"]+$/
const OFF = new Set(['', '0', 'false', 'off'])

const CAPTIONED = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i

export function captionMarkup(content: string, attribute: string | undefined): string {
  const [, image, text = ''] = CAPTIONED.exec(content) ?? []
  if (image === undefined) return content
  return imageFigure(image, text.trim() || attribute)
}

export function galleryMarkup(images: readonly GalleryImage[]): string {
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

export const EMBED_CLASS = 'wp-block-embed'

export function embedFigure(mediaUrl: string): string {
  return `\n\n<figure class="${EMBED_CLASS}"><div class="wp-block-embed__wrapper">${escapeHtml(mediaUrl)}</div></figure>\n\n`
}

/**
 * Drops `autoplay`.
 * @returns undefined without a file
 */
export function playerMarkup(
  name: 'audio' | 'video',
  { attributes, values, content }: MediaShortcode,
  embeds: readonly OwnEmbed[],
): string | undefined {
  const named = MEDIA[name].map((key) => attributes[key] ?? '')
  const bare = [values[0] ?? '', attributes.url ?? '', content?.includes('<') ? '' : (content ?? '')]
  const written = [...named, ...bare].map((url) => url.trim().replace(/^=/, ''))
  const urls = [...new Set(written.filter((url) => FILE_URL.test(url)))]
  const [first] = urls
  if (first === undefined) return undefined
  if (mediaTypeOf(first) === undefined && isEmbed(first, embeds)) return embedFigure(first)
  const sources = urls.map((url) => `<source src="${escapeHtml(url)}"${typeAttribute(url)}/>`)
  const { poster = '', width = '', height = '', title = '' } = attributes
  const settings = [
    ' controls',
    isOn(attributes.loop) ? ' loop' : '',
    name === 'video' && isOn(attributes.muted) ? ' muted' : '',
    attributes.preload === 'none' ? ' preload="none"' : '',
    FILE_URL.test(poster) ? ` poster="${escapeHtml(poster)}"` : '',
    /^\d{1,5}$/.test(width) && /^\d{1,5}$/.test(height) ? ` width="${width}" height="${height}"` : '',
    title === '' ? '' : ` title="${escapeHtml(title)}"`,
  ].join('')
  const inside = content?.includes('<') ? content.trim() : ''
  return `\n\n<figure class="wp-block-${name}"><${name}${settings}>${sources.join('')}${inside}</${name}></figure>\n\n`
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !OFF.has(value.toLowerCase())
}

function typeAttribute(url: string): string {
  const type = mediaTypeOf(url)
  return type === undefined ? '' : ` type="${type}"`
}

/** Its settings have the recordings. */
export function playlistMarkup(tracks: readonly PlaylistTrack[], type: 'audio' | 'video'): string {
  if (tracks.length === 0) return ''
  const listed = tracks.map(({ url, title = '', caption = '' }) => ({
    src: url,
    type: mediaTypeOf(url),
    title,
    caption,
  }))
  const settings = jsonForScript({ type, tracks: listed })
  return `\n\n<div class="wp-playlist wp-${type}-playlist"><script type="application/json" class="wp-playlist-script">${settings}</script></div>\n\n`
}
