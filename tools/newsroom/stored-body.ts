import { parseHtml } from '../../src/content/html/tree.ts'
import { mediaTypeOf } from '../../src/content/media-file.ts'
import { shownNodes } from '../../src/content/plugin-markup/plugin-markup.ts'
import type { GalleryImage, PlaylistTrack } from '../../src/content/shortcode-figures.ts'
import { type Shortcode, type ShortcodeWorld, withoutShortcodes } from '../../src/content/shortcodes.ts'
import { plainText } from '../../src/content/text.ts'
import type { Service } from '../../src/services/service.ts'
import { blocksOf } from './classic/blocks.ts'
import { withParagraphs } from './classic/paragraphs.ts'
import { withCode } from './code-shortcodes.ts'
import type { Outline } from './outline.ts'
import type { SourceAttachment, SourcePost } from './source.ts'

/** A gallery may show all uploads (COST-40). */
const MAX_GALLERY_IMAGES = 2000
const MAX_PLAYLIST_TRACKS = 500
const BLOCK = '<!-- wp:'

interface StoredWorld {
  service: Service
  outline: Outline
  onShortcode(name: string): void
}

export function blocksOfPost(post: SourcePost, world: StoredWorld): string {
  if (post.form === 'rendered') return blocksOf(shownNodes(post.content))
  const content = withCode(post.content)
  const source = { ...post, content }
  return content.includes(BLOCK) ? withoutShortcodeBlocks(source, world) : madeOfBlocks(source, world)
}

function madeOfBlocks(post: SourcePost, world: StoredWorld): string {
  const html = withoutShortcodes(post.content, libraryOf(post, world))
  return blocksOf(withParagraphs(html, world.service.group.embeds))
}

function libraryOf(post: SourcePost, world: StoredWorld): ShortcodeWorld {
  let [inGalleries, inPlaylists] = [0, 0]
  return {
    embeds: world.service.group.embeds,
    gallery: (shortcode) => {
      const shown = galleryOf(shortcode, post, world.outline)
      inGalleries += shown.length
      if (inGalleries > MAX_GALLERY_IMAGES) throw new Error(`more than ${MAX_GALLERY_IMAGES} images in galleries`)
      return shown
    },
    playlist: (shortcode) => {
      const shown = playlistOf(shortcode, post, world.outline)
      inPlaylists += shown.length
      if (inPlaylists > MAX_PLAYLIST_TRACKS) throw new Error(`more than ${MAX_PLAYLIST_TRACKS} files in playlists`)
      return shown
    },
    onUnknown: (name) => {
      world.onShortcode(name)
      return undefined
    },
  }
}

const SHORTCODE_BLOCK = /<!-- wp:(shortcode|freeform) /g

function withoutShortcodeBlocks(post: SourcePost, world: StoredWorld): string {
  const content = withCodeBlocks(post.content)
  const library = libraryOf(post, world)
  const { embeds } = world.service.group
  let [written, from] = ['', 0]
  for (const { 1: name = '', index } of content.matchAll(SHORTCODE_BLOCK)) {
    const start = content.indexOf('-->', index) + '-->'.length
    const close = `<!-- /wp:${name} -->`
    const end = content.indexOf(close, start)
    if (index < from || end === -1) continue
    let isKnown = true
    const onUnknown = (shortcode: string): 'keep' => {
      world.onShortcode(shortcode)
      isKnown = false
      return 'keep'
    }
    const html = withoutShortcodes(content.slice(start, end), { ...library, onUnknown })
    written += content.slice(from, index)
    const whole = end + close.length
    const isMade = isKnown || name === 'freeform'
    written += isMade ? blocksOf(withParagraphs(html, embeds)).trim() : content.slice(index, whole)
    from = whole
  }
  return written + content.slice(from)
}

function withCodeBlocks(content: string): string {
  return content.replace(CODE_BETWEEN, (_, code: string) => `\n\n${blocksOf(parseHtml(code)).trim()}\n\n`)
}

const CODE_MARKUP = '<pre class="wp-block-code"><code[^<>]*>[^<]*<\\/code><\\/pre>'
const CODE_BETWEEN = new RegExp(
  `(?:<!-- wp:(?:paragraph|html|shortcode)(?: \\{[^\\n]{0,400}?\\})? -->\\s{0,9}(?:<p[^<>]*>)?\\s{0,9})?(?<!<!-- wp:code -->\\s{0,4})(${CODE_MARKUP})(?:\\s{0,9}(?:<\\/p>)?\\s{0,9}<!-- \\/wp:(?:paragraph|html|shortcode) -->)?`,
  'g',
)

function galleryOf(shortcode: Shortcode, post: SourcePost, outline: Outline): GalleryImage[] {
  return attachmentsOf(shortcode, post, outline).map(({ url, alt, caption }) => ({
    url,
    alt: alt || undefined,
    caption: caption || undefined,
  }))
}

function playlistOf(shortcode: Shortcode, post: SourcePost, outline: Outline): PlaylistTrack[] {
  const kind = shortcode.attributes.type === 'video' ? 'video/' : 'audio/'
  return attachmentsOf(shortcode, post, outline)
    .filter(({ url }) => mediaTypeOf(url)?.startsWith(kind))
    .map(({ url, title, caption }) => ({
      url,
      title: title || undefined,
      caption: caption ? plainText(caption) : undefined,
    }))
}

function attachmentsOf({ attributes }: Shortcode, post: SourcePost, outline: Outline): SourceAttachment[] {
  const idsOf = (list: string | undefined): string[] => list?.split(',').map((id) => id.trim()) ?? []
  const named = idsOf(attributes.ids ?? attributes.include).flatMap((id) => outline.attachments.get(id) ?? [])
  const excluded = new Set(idsOf(attributes.exclude))
  const uploaded = (outline.uploadedTo.get(attributes.id ?? post.id) ?? []).filter(({ id }) => !excluded.has(id))
  return named.length > 0 ? named : uploaded
}
