import { parseDate } from '../../../src/content/dates.ts'
import { withSpelledSigns } from '../../../src/content/slug.ts'
import type { ArticleMeta } from '../../../src/sources/embedded/article-fields.ts'
import { readArticle } from '../../../src/sources/embedded/article-file.ts'
import { markdownReader } from '../../../src/sources/embedded/markdown/markdown.ts'
import { type TemplateSite, withoutTemplates } from '../../../src/sources/embedded/markdown/templates.ts'
import { escapeHtml } from '../../../src/system/escape.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { withUrls } from '../markdown/urls.ts'
import type { Loss, SourceAttachment, SourcePost, SourceTerm } from '../source.ts'
import { type TextFile, textList } from './folder.ts'

export interface PagePlace {
  type: 'post' | 'page'
  /** Absolute URL on the old site. */
  link: string
  aliases: readonly string[]
  slug: string
  title: string
  date?: string | undefined
  isDraft: boolean
  terms?: { categories: readonly string[]; tags: readonly string[] }
  category?: string | undefined
  image?: string | undefined
}

export interface GeneratorWorld {
  zone: TimeZone
  templates(file: TextFile): TemplateSite
  /** @returns the absolute URL; undefined: it is one, or cannot be */
  resolve(url: string, file: TextFile): string | undefined
  termSlug(name: string): string
  /** Replaces templates. */
  settled?(markdown: string): string
  authorName(written: string): string | undefined
}

export interface PostParts {
  post: SourcePost
  attachment?: SourceAttachment
}

/** @throws {NewsroomFileError} */
export function postOfFile(file: TextFile, place: PagePlace, world: GeneratorWorld): PostParts {
  const losses: Loss[] = []
  const isHtml = /\.html?$/.test(file.path)
  const meta = readArticle(file.path, file.text, {
    markdown: { ...markdownReader, titleOf: (text) => markdownReader.titleOf(text) ?? place.title },
    date: place.date,
    isInDrafts: place.isDraft,
    onWarning: ({ message }) => losses.push(...lossOf(message)),
  }).meta
  const body = bodyOf(file, world, losses)
  const published = parseDate(meta.date, world.zone)?.epoch
  const image = meta.image ?? (place.image === undefined ? undefined : { src: place.image, alt: '' })
  const id = file.path
  const src = image && (world.resolve(image.src, file) ?? image.src)
  const isFuture = published !== undefined && published > Date.now()
  const post: SourcePost = {
    id,
    guid: file.path,
    type: place.type,
    status: meta.draft ? 'draft' : isFuture ? 'future' : 'publish',
    hasPassword: false,
    slug: meta.slug ?? place.slug,
    link: place.link,
    aliases: place.aliases,
    title: escapeHtml(meta.title),
    published,
    modified: meta.updated === undefined ? undefined : parseDate(meta.updated, world.zone)?.epoch,
    authors: meta.author.map((slug) => authorOf(slug, meta, world)),
    categories: categoriesOf(meta, place, world),
    tags: tagsOf(meta, place, world),
    isSticky: false,
    excerpt: meta.isLeadMade ? '' : escapeHtml(meta.lead),
    content: body,
    form: isHtml ? 'rendered' : 'markdown',
    hasComments: meta.comments === true,
    settings: settingsOf(meta),
    file: file.path,
    losses,
    ...(src !== undefined && { thumbnail: `image ${id}` }),
  }
  if (src === undefined) return { post }
  const { alt, caption, credit } = { caption: undefined, credit: undefined, ...image }
  const words = { ...(alt && { alt }), ...(caption && { caption: escapeHtml(caption) }), ...(credit && { credit }) }
  return { post, attachment: { id: `image ${id}`, url: src, order: 0, ...words } }
}

function bodyOf(file: TextFile, world: GeneratorWorld, losses: Loss[]): string {
  const onProblem = (line: number, what: string): void => void losses.push({ line: line + file.before, what })
  const { markdown: replaced } = withoutTemplates(file.body, onProblem, world.templates(file))
  const markdown = world.settled?.(replaced) ?? replaced
  if (!/\.html?$/.test(file.path)) {
    return withUrls(markdown, ({ url }) => world.resolve(url, file))
  }
  return markdown.replace(
    /(\s(?:src|href|poster)=)(["'])([^"'<>]+)\2/gi,
    (_, name: string, quote: string, url: string) => `${name}${quote}${world.resolve(url, file) ?? url}${quote}`,
  )
}

function lossOf(message: string): Loss[] {
  // The title replaces it, which is no loss.
  if (message.includes('has no "alt"')) return []
  const [, line, what] = /^[^\n]*?:(\d+): ([\s\S]*)$/.exec(message) ?? []
  return [line === undefined ? { what: message.replace(/^\S+: /, '') } : { line: Number(line), what: what ?? message }]
}

function categoriesOf(meta: ArticleMeta, place: PagePlace, world: GeneratorWorld): SourceTerm[] {
  if (place.type === 'page') return []
  if (place.terms) return place.terms.categories.map((name) => namedTerm('category', name, world))
  if (meta.category !== '') return [termOf('category', meta.category, meta, world)]
  const { category } = place
  return category === undefined ? [] : [namedTerm('category', category, world)]
}

function tagsOf(meta: ArticleMeta, { terms }: PagePlace, world: GeneratorWorld): SourceTerm[] {
  if (terms) return terms.tags.map((name) => namedTerm('tag', name, world))
  return meta.tags.map((slug) => termOf('tag', slug, meta, world))
}

function termOf(kind: SourceTerm['kind'], slug: string, meta: ArticleMeta, world: GeneratorWorld): SourceTerm {
  return namedTerm(kind, meta.names?.[slug] ?? slug, world)
}

function namedTerm(kind: SourceTerm['kind'], name: string, world: GeneratorWorld): SourceTerm {
  const list = world.termSlug(name)
  const nicename = world.termSlug(withSpelledSigns(name))
  return { kind, nicename, name: escapeHtml(name), ...(nicename !== list && { list }) }
}

function authorOf(slug: string, { names }: ArticleMeta, { authorName }: GeneratorWorld): string {
  const written = names?.[`author:${slug}`] ?? slug
  return authorName(slug) ?? authorName(written) ?? written
}

function settingsOf({ noindex, expires, format, promo }: ArticleMeta): SourcePost['settings'] {
  return {
    ...(noindex && { noindex }),
    ...(expires !== undefined && { expires }),
    ...(format !== undefined && { format }),
    ...(promo !== undefined && { promo }),
  }
}

export function titleOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function aliasesOf(value: unknown, link: string, root: string): string[] {
  return textList(value).flatMap((written) => {
    const url = written.startsWith('/') ? URL.parse(root + written) : URL.parse(written, link)
    return url ? [url.href] : []
  })
}
