import { stringify } from 'yaml'
import type { z } from 'zod'
import { beginningOfText } from '../../src/content/graphemes.ts'
import { parseHtml } from '../../src/content/html/tree.ts'
import { mediaTypeOf } from '../../src/content/media-file.ts'
import { renderedText, shownNodes } from '../../src/content/plugin-markup/plugin-markup.ts'
import type { GalleryImage, PlaylistTrack } from '../../src/content/shortcode-figures.ts'
import { type Shortcode, type ShortcodeWorld, withoutShortcodes } from '../../src/content/shortcodes.ts'
import { decodeEntities, foldWhiteSpace, plainText } from '../../src/content/text.ts'
import type { Service } from '../../src/services/service.ts'
import { parseBlocks } from '../../src/sources/block-grammar.ts'
import type { articleMeta } from '../../src/sources/embedded/article-fields.ts'
import { readArticle } from '../../src/sources/embedded/article-file.ts'
import { MAX_FILE_BYTES } from '../../src/sources/embedded/folder.ts'
import { NewsroomFileError } from '../../src/sources/embedded/front-matter.ts'
import { blocksOf } from './classic/blocks.ts'
import { withParagraphs } from './classic/paragraphs.ts'
import { withCode } from './code-shortcodes.ts'
import type { Images } from './images.ts'
import { frontMatterTime, isDraft, isPlanned, linkKey, NOBODY, type Outline, type Place, termsOf } from './outline.ts'
import type { SourceAttachment, SourcePost } from './source.ts'

/** One author is written as one. */
type FrontMatter = Omit<z.input<typeof articleMeta>, 'author'> & { author: string | string[] }

/** WordPress generates leads of as many words. */
const LEAD_WORDS = 55
const TITLE_WORDS = 8
/** Front matter accepts no longer title and lead, and no more tags and authors (COST-35). */
const [MAX_TITLE, MAX_LEAD, MAX_NAMES] = [500, 4000, 100]
const MAX_URLS = 5000
/** Each `[gallery]` of an article may show all uploads (COST-40). */
const MAX_GALLERY_IMAGES = 2000
const MAX_PLAYLIST_TRACKS = 500
const BLOCK = '<!-- wp:'
const URL_PATTERN = /https?:\/\/[^\s"'<>()[\]\\]+/g
const PICTURE = /<img\b[^<>]*?\ssrc=(["'])(https?:\/\/[^"'<>\s]*)\1/gi
const LINK = /(\bhref=)(["'])(https?:\/\/[^"'<>]*)\2/gi

export interface ArticleWorld {
  service: Service
  outline: Outline
  images?: Images
  onShortcode(name: string): void
  onMissingThumbnail(post: SourcePost, id: string): void
}

export interface ArticleFile {
  text: string
  lacksImages: boolean
}

/**
 * Writes a post as a file of the newsroom (newsroom/README.md, "An article").
 * @throws {NewsroomFileError} when the newsroom could not read the file
 */
export async function articleFile(post: SourcePost, place: Place, world: ArticleWorld): Promise<ArticleFile> {
  const month = frontMatterTime(post.published ?? 0, world.service)
    .slice(0, 'YYYY-MM'.length)
    .replace('-', '/')
  // Code may be about blocks.
  const content = post.isRendered ? post.content : withCode(post.content)
  const hasBlocks = content.includes(BLOCK) && !post.isRendered
  const source = { ...post, content }
  const blocks = hasBlocks ? withoutShortcodeBlocks(source, world) : madeOfBlocks(source, world)
  const { outline, images } = world
  const featured = post.thumbnail === undefined ? undefined : outline.attachments.get(post.thumbnail)
  const shownImages = new Set([...blocks.matchAll(PICTURE)].map(([, , url = '']) => url))
  const written = [...new Set([...shownImages, ...(blocks.match(URL_PATTERN) ?? [])])].slice(0, MAX_URLS)
  const brought = new Map<string, string>()
  let lacksImages = false
  const bring = async (rawUrl: string, url: string): Promise<void> => {
    const response = await images?.bring(url, { month, isImage: shownImages.has(rawUrl) })
    if (response && 'path' in response) brought.set(rawUrl, response.path)
    lacksImages ||= response !== undefined && 'isMissing' in response
  }
  await Promise.all(written.map((rawUrl) => bring(rawUrl, decodeEntities(rawUrl))))
  if (featured) await bring(featured.url, featured.url)
  else if (post.thumbnail !== undefined && images) world.onMissingThumbnail(post, post.thumbnail)

  const body = withOwnUrls(blocks, outline, brought)
  if (post.type === 'wp_block') return { text: fitting(place.file, body), lacksImages }
  const image = featured && brought.get(featured.url)
  const meta = frontMatterOf(post, body, world)
  if (featured && image) meta.image = { src: image, alt: altOf(featured, meta.title), ...wordsBelow(featured) }
  const text = `---\n${stringify(meta, { schema: 'core', lineWidth: 0 })}---\n${body}`
  readArticle(place.file, text, {
    onWarning: (warning) => {
      throw warning
    },
  })
  return { text: fitting(place.file, text), lacksImages }
}

function fitting(file: string, text: string): string {
  const bytes = Buffer.byteLength(text)
  if (bytes <= MAX_FILE_BYTES) return text
  throw new NewsroomFileError(`${file}: the file would have ${bytes} bytes, more than ${MAX_FILE_BYTES}`)
}

function madeOfBlocks(post: SourcePost, world: ArticleWorld): string {
  if (post.isRendered) return blocksOf(shownNodes(post.content))
  const html = withoutShortcodes(post.content, libraryOf(post, world))
  return blocksOf(withParagraphs(html, world.service.group.embeds))
}

function libraryOf(post: SourcePost, world: ArticleWorld): ShortcodeWorld {
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

/** Converts blocks with a shortcode that the newsroom has a block for, and code between blocks. */
function withoutShortcodeBlocks(post: SourcePost, world: ArticleWorld): string {
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

function withOwnUrls(text: string, outline: Outline, brought: ReadonlyMap<string, string>): string {
  const linked = text.replace(LINK, (whole, attribute: string, quote: string, rawUrl: string) => {
    const imageFile = brought.get(rawUrl)
    // A link leads to the served image; elsewhere the image goes by its name.
    if (imageFile !== undefined) return `${attribute}${quote}/media${imageFile}${quote}`
    const path = outline.links.get(linkKey(decodeEntities(rawUrl)))
    const fragment = /#[^#]*$/.exec(rawUrl)?.[0] ?? ''
    return path === undefined ? whole : `${attribute}${quote}${encodeURI(path)}${fragment}${quote}`
  })
  if (brought.size === 0) return linked
  // An image's URL may have signs that end a URL in a text.
  const shown = linked.replace(PICTURE, (tag, _, rawUrl: string) =>
    tag.replace(rawUrl, () => brought.get(rawUrl) ?? rawUrl),
  )
  return shown.replace(URL_PATTERN, (rawUrl) => brought.get(rawUrl) ?? rawUrl)
}

function frontMatterOf(post: SourcePost, body: string, { outline, service }: ArticleWorld): FrontMatter {
  const words = wordsOf(body)
  const title = renderedText(post.title) || firstWords(words, TITLE_WORDS) || service.messages.untitled
  const excerpt = renderedText(post.excerpt)
  const date = frontMatterTime(post.published ?? 0, service)
  const updated = post.modified === undefined ? date : frontMatterTime(post.modified, service)
  const logins = post.authors.length > 0 ? post.authors : [NOBODY]
  const authors = logins.flatMap((login) => outline.authors.get(login)?.slug ?? [])
  const { category, tags } = termsOf(post, outline)
  const { next, noindex, productPlacement, promo, corrections } = post.settings
  return {
    title: field(shortened(title, MAX_TITLE)),
    lead: field(shortened(excerpt || firstWords(words, LEAD_WORDS) || title, MAX_LEAD)),
    date,
    updated: updated > date ? updated : undefined,
    author: authors.length === 1 && authors[0] !== undefined ? authors[0] : [...new Set(authors)].slice(0, MAX_NAMES),
    category,
    tags: tags.slice(0, MAX_NAMES),
    next: next?.slice(0, MAX_NAMES),
    comments: post.hasComments ? true : undefined,
    noindex: noindex ? true : undefined,
    productPlacement: productPlacement ? true : undefined,
    promo: promo || undefined,
    corrections,
    draft: isDraft(post) && !isPlanned(post) ? true : undefined,
  }
}

function altOf({ alt, caption }: SourceAttachment, title: string): string {
  // WordPress keeps an alt text as text, with its references.
  return foldWhiteSpace(alt ?? '') || field(plainText(caption ?? '')) || title
}

function wordsBelow({ caption, credit }: SourceAttachment): { caption?: string; credit?: string } {
  const text = plainText(caption ?? '')
  return { caption: text || undefined, credit: credit || undefined }
}

/** The portal decodes entities once, so literal ones are escaped. */
function field(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;')
}

const WITHOUT_WORDS = new Set(['core/embed', 'core/footnotes', 'core/code'])
const FOOTNOTE_NUMBER = /<sup (?:class="fn" )?data-fn="[^"<>]*"[^<>]*>(?:<a\b[^<>]*>)?[^<]*(?:<\/a>)?<\/sup>/g

function wordsOf(body: string): string[] {
  const text = parseBlocks(body)
    .filter(({ blockName }) => !WITHOUT_WORDS.has(blockName ?? ''))
    .map(({ innerHTML, innerBlocks }) => `${innerHTML} ${innerBlocks.map((inner) => inner.innerHTML).join(' ')}`)
    .join(' ')
    .replace(FOOTNOTE_NUMBER, '')
  return plainText(text).split(' ').filter(Boolean)
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${beginningOfText(text, most)}…` : text
}

function firstWords(words: readonly string[], count: number): string {
  return words.length > count ? `${words.slice(0, count).join(' ')}…` : words.join(' ')
}
