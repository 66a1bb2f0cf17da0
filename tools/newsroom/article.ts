import { stringify } from 'yaml'
import type { z } from 'zod'
import { beginningOfText } from '../../src/content/graphemes.ts'
import { renderedText } from '../../src/content/plugin-markup/plugin-markup.ts'
import { decodeEntities, foldWhiteSpace, plainText } from '../../src/content/text.ts'
import type { Service } from '../../src/services/service.ts'
import { parseBlocks } from '../../src/sources/block-grammar.ts'
import type { articleMeta } from '../../src/sources/embedded/article-fields.ts'
import { readArticle } from '../../src/sources/embedded/article-file.ts'
import { MAX_FILE_BYTES } from '../../src/sources/embedded/folder.ts'
import { NewsroomFileError } from '../../src/sources/embedded/front-matter.ts'
import { blocksFromMarkdown, markdownReader } from '../../src/sources/embedded/markdown/markdown.ts'
import { IMAGE_PATH, type Images } from './images.ts'
import { frontMatterTime, isDraft, isPlanned } from './imported-posts.ts'
import { markdownOf, type ShownBlocks } from './markdown/markdown-of.ts'
import { urlsIn, type WrittenUrl, withUrls } from './markdown/urls.ts'
import { linkKey, NOBODY, type Outline, type Place, termsOf } from './outline.ts'
import { type Loss, NO_SITE, type SourceAttachment, type SourcePost } from './source.ts'
import { blocksOfPost } from './stored-body.ts'

type FrontMatter = Omit<z.input<typeof articleMeta>, 'author'> & { author: string | string[] }

/** WordPress generates leads of as many words. */
const LEAD_WORDS = 55
const TITLE_WORDS = 8
/** Limits of front matter (COST-35). */
const [MAX_TITLE, MAX_LEAD, MAX_NAMES] = [500, 4000, 100]
const MAX_URLS = 5000
const URL_PATTERN = /https?:\/\/[^\s"'<>()[\]\\]+/g
const PICTURE = /<img\b[^<>]*?\ssrc=(["'])(https?:\/\/[^"'<>\s]*)\1/gi
const LINK = /(\bhref=)(["'])(https?:\/\/[^"'<>]*)\2/gi

export interface ArticleWorld {
  service: Service
  outline: Outline
  images?: Images
  shown: ShownBlocks
  onShortcode(name: string): void
  onMissingThumbnail(post: SourcePost, id: string): void
}

export interface ArticleFile {
  /** Relative to the folder. */
  file: string
  text: string
  lacksImages: boolean
  /** Blocks that stay HTML in Markdown, by name. */
  keptHtml: readonly string[]
  losses: readonly Loss[]
}

/** @throws {NewsroomFileError} when the newsroom could not read the file */
export async function articleFile(post: SourcePost, place: Place, world: ArticleWorld): Promise<ArticleFile> {
  const month = frontMatterTime(post.published ?? 0, world.service)
    .slice(0, 'YYYY-MM'.length)
    .replace('-', '/')
  const { outline, images } = world
  const losses: Loss[] = []
  const isMarkdown = place.file.endsWith('.md')
  const source = bodySource(post, isMarkdown, world, (loss) => losses.push(loss))
  const featured = featuredOf(post, outline)
  const brought = new Map<string, string>()
  let lacksImages = false
  const bring = async (url: string, isImage: boolean): Promise<void> => {
    const response = await images?.bring(decodeEntities(url), { month, isImage })
    if (response && 'path' in response) brought.set(url, response.path)
    lacksImages ||= response !== undefined && 'isMissing' in response
    if (response && 'isLeft' in response) losses.push({ what: `the file ${withoutNoSite(url)} is not brought along` })
  }
  await Promise.all(source.urls.slice(0, MAX_URLS).map(({ url, isImage }) => bring(url, isImage)))
  if (featured) await bring(featured.url, true)
  else if (post.thumbnail !== undefined && images) world.onMissingThumbnail(post, post.thumbnail)

  const body = source.withOwnUrls(brought)
  if (post.type === 'wp_block') {
    return { file: place.file, text: fitting(place.file, body), lacksImages, keptHtml: [], losses }
  }
  const blocks = source.isMarkdown ? blocksFromMarkdown(body) : body
  const meta = frontMatterOf(post, blocks, world)
  const image = featured && imagePath(featured, brought, outline)
  if (featured && image) meta.image = { src: image, alt: altOf(featured, meta.title), ...wordsBelow(featured) }
  const title = String(meta.title)
  const made = isMarkdown && !source.isMarkdown ? markdownOf(body, title, world.shown) : undefined
  const written = { file: place.file, body: made?.text ?? body }
  if (isMarkdown && !source.isMarkdown && !made) {
    written.file = place.file.replace(/\.md$/, '.html')
    losses.push({ what: 'Markdown would change what is shown, so the file is HTML' })
  }
  const text = `---\n${stringify(meta, { schema: 'core', lineWidth: 0 })}---\n${written.body}`
  readArticle(written.file, text, {
    markdown: written.file.endsWith('.md') ? markdownReader : undefined,
    onWarning: (warning) => {
      throw warning
    },
  })
  return {
    file: written.file,
    text: fitting(written.file, text),
    lacksImages,
    keptHtml: made?.kept ?? [],
    losses,
  }
}

interface BodySource {
  isMarkdown: boolean
  urls: readonly WrittenUrl[]
  /** Turns URLs of the old site into paths. */
  withOwnUrls(brought: ReadonlyMap<string, string>): string
}

function bodySource(
  post: SourcePost,
  isWanted: boolean,
  world: ArticleWorld,
  onLoss: (loss: Loss) => void,
): BodySource {
  const { outline } = world
  if (post.form === 'markdown' && isWanted) {
    const ownUrl = (url: string, brought: ReadonlyMap<string, string>, isImage: boolean): string | undefined => {
      const path = brought.get(url)
      if (path !== undefined) return isImage || !IMAGE_PATH.test(path) ? path : `/media${path}`
      return ownPath(url, outline) ?? withoutNoSite(url)
    }
    return {
      isMarkdown: true,
      urls: urlsIn(post.content),
      withOwnUrls: (brought) => withUrls(post.content, ({ url, isImage }) => ownUrl(url, brought, isImage)),
    }
  }
  const blocks = grammarOf(post, world, onLoss)
  const shownImages = new Set([...blocks.matchAll(PICTURE)].map(([, , url = '']) => url))
  const urls = [...new Set([...shownImages, ...(blocks.match(URL_PATTERN) ?? [])])]
  return {
    isMarkdown: false,
    urls: urls.map((url) => ({ url, isImage: shownImages.has(url) })),
    withOwnUrls: (brought) => withoutNoSite(withOwnUrls(blocks, outline, brought)),
  }
}

function grammarOf(post: SourcePost, world: ArticleWorld, onLoss: (loss: Loss) => void): string {
  if (post.form === 'blocks') return post.content
  if (post.form !== 'markdown') return blocksOfPost(post, world)
  return `${blocksFromMarkdown(post.content, post.title, ({ line, text }) => onLoss({ line, what: text }))}\n`
}

function featuredOf(post: SourcePost, outline: Outline): SourceAttachment | undefined {
  return post.thumbnail === undefined ? undefined : outline.attachments.get(post.thumbnail)
}

function imagePath(
  { url }: SourceAttachment,
  brought: ReadonlyMap<string, string>,
  { site }: Outline,
): string | undefined {
  const isForeign = URL.parse(url)?.host !== URL.parse(site.url)?.host && !url.startsWith(NO_SITE)
  return brought.get(url) ?? (isForeign && /^https:/.test(url) ? url : undefined)
}

function withoutNoSite(text: string): string {
  return text.replaceAll(`${NO_SITE}/`, '/')
}

function ownPath(url: string, outline: Outline): string | undefined {
  const path = outline.links.get(linkKey(url))
  return path === undefined ? undefined : `${encodeURI(path)}${/#[^#]*$/.exec(url)?.[0] ?? ''}`
}

function fitting(file: string, text: string): string {
  const bytes = Buffer.byteLength(text)
  if (bytes <= MAX_FILE_BYTES) return text
  throw new NewsroomFileError(`${file}: the file would have ${bytes} bytes, more than ${MAX_FILE_BYTES}`)
}

function withOwnUrls(text: string, outline: Outline, brought: ReadonlyMap<string, string>): string {
  const linked = text.replace(LINK, (whole, attribute: string, quote: string, rawUrl: string) => {
    const file = brought.get(rawUrl)
    // A link leads to the served image; elsewhere its name suffices.
    if (file !== undefined) return `${attribute}${quote}${IMAGE_PATH.test(file) ? `/media${file}` : file}${quote}`
    const path = ownPath(decodeEntities(rawUrl), outline)
    return path === undefined ? whole : `${attribute}${quote}${path}${quote}`
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
  const { next, noindex, productPlacement, promo, corrections, expires, format } = post.settings
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
    expires,
    format,
    draft: isDraft(post) && !isPlanned(post) ? true : undefined,
  }
}

function altOf({ alt, caption }: SourceAttachment, title: string): string {
  // WordPress keeps references in an alt text.
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
