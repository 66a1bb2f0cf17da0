import { stringify } from 'yaml'
import type { z } from 'zod'
import { parseBlocks } from '../cms/block-grammar.ts'
import { MAX_FILE_BYTES } from '../cms/embedded/folder.ts'
import {
  type articleMeta,
  articleMeta as articleSchema,
  NewsroomFileError,
  parseDocument,
} from '../cms/embedded/front-matter.ts'
import { parseHtml } from '../content/html/tree.ts'
import { decodeEntities, plainText } from '../content/text.ts'
import { copy } from '../copy.ts'
import { blocksOf } from './classic/blocks.ts'
import { withParagraphs } from './classic/paragraphs.ts'
import { type GalleryPicture, type Shortcode, withoutShortcodes } from './classic/shortcodes.ts'
import { linkKey, localTime, NOBODY, type Outline, type Place, termsOf } from './outline.ts'
import type { Pictures } from './pictures.ts'
import type { SourceAttachment, SourcePost } from './source.ts'

type FrontMatter = z.input<typeof articleMeta>

/** Words of a lead that nobody wrote: as many as WordPress takes. */
const LEAD_WORDS = 55
/** Words of the title of an article that has none. */
const TITLE_WORDS = 8
/** Characters of a title and of a lead, and tags and authors of one article: front matter takes no more (COST-36). */
const [MAX_TITLE, MAX_LEAD, MAX_NAMES] = [500, 4000, 100]
/** Addresses of one article among which its pictures are looked for; those behind them stay as they are. */
const MAX_ADDRESSES = 5000
/** Pictures in all galleries of one article: each `[gallery]` may name all that were uploaded (COST-43). */
const MAX_GALLERY_PICTURES = 2000
const BLOCK = '<!-- wp:'
/** An address in a text, up to what can be no part of one. */
const ADDRESS = /https?:\/\/[^\s"'<>()[\]\\]+/g
const LINK = /(\bhref=)(["'])(https?:\/\/[^"'<>]*)\2/gi

export interface ArticleWorld {
  outline: Outline
  /** Absent: pictures stay where they are. */
  pictures?: Pictures | undefined
  onShortcode(name: string): void
}

export interface ArticleFile {
  text: string
  /** Pictures that it names could not be had. */
  lacksPictures: boolean
}

/**
 * The file of a post, as the newsroom reads it (newsroom/README.md, "An article"): front matter and blocks. A reusable
 * block is its blocks alone.
 * @throws {NewsroomFileError} when the newsroom could not read it
 */
export async function articleFile(post: SourcePost, place: Place, world: ArticleWorld): Promise<ArticleFile> {
  const month = localTime(post.published ?? 0)
    .slice(0, 'YYYY-MM'.length)
    .replace('-', '/')
  const blocks = post.content.includes(BLOCK) && !post.isRendered ? post.content : madeOfBlocks(post, world)
  const { outline, pictures } = world
  const featured = post.thumbnail === undefined ? undefined : outline.attachments.get(post.thumbnail)
  const written = [...new Set(blocks.match(ADDRESS) ?? [])].slice(0, MAX_ADDRESSES)
  const brought = new Map<string, string>()
  let lacksPictures = false
  const bring = async (address: string, url: string): Promise<void> => {
    const answer = await pictures?.bring(url, month)
    if (answer && 'path' in answer) brought.set(address, answer.path)
    lacksPictures ||= answer !== undefined && 'isMissing' in answer
  }
  await Promise.all(written.map((address) => bring(address, decodeEntities(address))))
  if (featured) await bring(featured.url, featured.url)

  const body = withOwnAddresses(blocks, outline, brought)
  if (post.type === 'wp_block') return { text: fitting(place.file, body), lacksPictures }
  const image = featured && brought.get(featured.url)
  const meta = frontMatterOf(post, body, outline)
  if (featured && image) meta.image = { src: image, alt: altOf(featured, meta.title) }
  const text = `---\n${stringify(meta, { schema: 'core', lineWidth: 0 })}---\n${body}`
  parseDocument(place.file, text, articleSchema)
  return { text: fitting(place.file, text), lacksPictures }
}

/** @throws {NewsroomFileError} for a file that the newsroom would not read */
function fitting(file: string, text: string): string {
  const bytes = Buffer.byteLength(text)
  if (bytes <= MAX_FILE_BYTES) return text
  throw new NewsroomFileError(`${file}: the file would have ${bytes} bytes, more than ${MAX_FILE_BYTES}`)
}

function madeOfBlocks(post: SourcePost, world: ArticleWorld): string {
  if (post.isRendered) return blocksOf(parseHtml(post.content))
  let inGalleries = 0
  const html = withoutShortcodes(post.content, {
    gallery: (shortcode) => {
      const shown = galleryOf(shortcode, post, world.outline)
      inGalleries += shown.length
      if (inGalleries > MAX_GALLERY_PICTURES) throw new Error(`more than ${MAX_GALLERY_PICTURES} pictures in galleries`)
      return shown
    },
    onUnknown: world.onShortcode,
  })
  return blocksOf(withParagraphs(html))
}

/** By ids in their order, or all that were uploaded to the post; `exclude` and `include` as WordPress has them. */
function galleryOf({ attributes }: Shortcode, post: SourcePost, outline: Outline): GalleryPicture[] {
  const idsOf = (list: string | undefined): string[] => list?.split(',').map((id) => id.trim()) ?? []
  const named = idsOf(attributes.ids ?? attributes.include).flatMap((id) => outline.attachments.get(id) ?? [])
  const excluded = new Set(idsOf(attributes.exclude))
  const uploaded = (outline.uploadedTo.get(attributes.id ?? post.id) ?? []).filter(({ id }) => !excluded.has(id))
  return (named.length > 0 ? named : uploaded).map(({ url, alt, caption }) => ({
    url,
    ...(alt && { alt }),
    ...(caption && { caption }),
  }))
}

/**
 * A text whose links to the site's own pages and pictures are the newsroom's. Everything else stays as it is, to the byte.
 */
function withOwnAddresses(text: string, outline: Outline, brought: ReadonlyMap<string, string>): string {
  const linked = text.replace(LINK, (whole, attribute: string, quote: string, address: string) => {
    const picture = brought.get(address)
    // A link leads to the picture as it is served; everywhere else it goes by its name.
    if (picture !== undefined) return `${attribute}${quote}/media${picture}${quote}`
    const path = outline.links.get(linkKey(decodeEntities(address)))
    const fragment = /#[^#]*$/.exec(address)?.[0] ?? ''
    return path === undefined ? whole : `${attribute}${quote}${encodeURI(path)}${fragment}${quote}`
  })
  return brought.size === 0 ? linked : linked.replace(ADDRESS, (address) => brought.get(address) ?? address)
}

function frontMatterOf(post: SourcePost, body: string, outline: Outline): FrontMatter {
  const words = wordsOf(body)
  const title = plainText(post.title) || firstWords(words, TITLE_WORDS) || copy.untitled
  const excerpt = plainText(post.excerpt)
  const date = localTime(post.published ?? 0)
  const updated = post.modified === undefined ? date : localTime(post.modified)
  const logins = post.authors.length > 0 ? post.authors : [NOBODY]
  const authors = logins.flatMap((login) => outline.authors.get(login)?.slug ?? [])
  const { category, tags } = termsOf(post, outline)
  const { next, noindex, productPlacement, promo } = post.settings
  return {
    title: field(shortened(title, MAX_TITLE)),
    lead: field(shortened(excerpt || firstWords(words, LEAD_WORDS) || title, MAX_LEAD)),
    date,
    ...(updated > date && { updated }),
    author: authors.length === 1 && authors[0] !== undefined ? authors[0] : [...new Set(authors)].slice(0, MAX_NAMES),
    category,
    tags: tags.slice(0, MAX_NAMES),
    ...(next && { next: next.slice(0, MAX_NAMES) }),
    ...(post.hasComments && { comments: true }),
    ...(noindex && { noindex }),
    ...(productPlacement && { productPlacement }),
    ...(promo && { promo }),
  }
}

function altOf({ alt, caption }: SourceAttachment, title: string): string {
  return plainText(alt ?? '') || plainText(caption ?? '') || title
}

/** Plain text of a field, which the portal decodes once: what looks like an entity in it is kept from that. */
function field(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;')
}

/** The text of blocks without their delimiters and embedded addresses. */
function wordsOf(body: string): string[] {
  const text = parseBlocks(body)
    .filter(({ blockName }) => blockName !== 'core/embed')
    .map(({ innerHTML, innerBlocks }) => `${innerHTML} ${innerBlocks.map((inner) => inner.innerHTML).join(' ')}`)
    .join(' ')
  return plainText(text).split(' ').filter(Boolean)
}

/** A text that front matter has room for; one that is cut ends in an ellipsis. */
function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
}

function firstWords(words: readonly string[], count: number): string {
  return words.length > count ? `${words.slice(0, count).join(' ')}…` : words.join(' ')
}
