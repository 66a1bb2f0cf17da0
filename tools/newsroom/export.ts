import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { x } from 'xastscript'
import { articlePath } from '../../src/content/links.ts'
import { plainField } from '../../src/content/text.ts'
import { rulesOf } from '../../src/languages/language.ts'
import type { Service } from '../../src/services/service.ts'
import type { ArticleMeta } from '../../src/sources/embedded/article-fields.ts'
import { buildCatalogue, type Catalogue, type CatalogueArticle } from '../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import type { Term } from '../../src/sources/embedded/front-matter.ts'
import { escapeHtml } from '../../src/system/escape.ts'
import { META } from './wxr/wire.ts'
import { dateFields, fields, headXml, metaElements, partXml, TAIL_XML, type Value } from './wxr/writer.ts'

export interface ExportSettings {
  folder: string
  service: Service
  /** Without a trailing slash. */
  siteUrl: string
  imagesUrl: string
  onExported(): void
}

const IMAGE = /(["'(])(\/\d{4}\/\d{2}\/[a-z0-9-]+\.webp)(?=["')])/g
const EXTENSIONS = ['webp', 'jpg', 'jpeg', 'png', 'avif']
const [TERM_IDS, ITEM_IDS] = [1, 1]

export interface NewsroomExport {
  total: number
  xml(): AsyncGenerator<string>
}

/** @throws {NewsroomFileError} because an export without an unusable file would look complete */
export async function exportNewsroom(settings: ExportSettings): Promise<NewsroomExport> {
  const { folder, service } = settings
  const problems: unknown[] = []
  const { files } = await createFolder(folder).read()
  const catalogue = await buildCatalogue(files, [service.name], undefined, (error) => problems.push(error), true)
  if (problems.length > 0) throw problems[0]
  const own = catalogue.services.get(service.name)
  const articles = [...(own?.articles ?? [])].reverse()
  const pages = [...catalogue.pages.values()]
  const blocks = files.filter(({ path }) => path.startsWith('blocks/'))
  const terms = own?.terms ?? { categories: [], tags: [] }

  return {
    total: pages.length + articles.length + blocks.length,
    async *xml() {
      const { siteUrl } = settings
      yield headXml({
        title: service.title,
        link: siteUrl,
        description: service.seo.description,
        language: rulesOf(service.language).locale,
        'wp:base_site_url': siteUrl,
        'wp:base_blog_url': siteUrl,
      })
      yield* authorParts(catalogue, [...pages, ...articles])
      yield* termParts(terms.categories, terms.tags)
      // Refs know reusable blocks by number.
      const ids = numbering(blocks.map(({ path }) => Number(stemOf(path))))
      for (const { path, text } of blocks) {
        yield blockPart(stemOf(path), text, settings)
        settings.onExported()
      }
      for (const [type, posts] of [['page', pages] as const, ['post', articles] as const]) {
        for (const post of posts) {
          yield* postParts(type, post, terms, settings, ids)
          settings.onExported()
        }
      }
      yield TAIL_XML
    },
  }
}

function stemOf(path: string): string {
  return (
    path
      .split('/')
      .at(-1)
      ?.replace(/\.html$/, '') ?? ''
  )
}

function numbering(taken: readonly number[]): () => number {
  const used = new Set(taken)
  let last = ITEM_IDS - 1
  return () => {
    do last += 1
    while (used.has(last))
    return last
  }
}

function* authorParts({ authors }: Catalogue, posts: readonly CatalogueArticle[]): Generator<string> {
  const writing = new Set(posts.flatMap(({ meta }) => meta.author))
  let id = 0
  for (const slug of new Set([...authors.keys(), ...writing])) {
    const author = authors.get(slug)
    id += 1
    yield partXml(
      'wp:author',
      fields({
        'wp:author_id': id,
        'wp:author_login': slug,
        'wp:author_email': author?.email ?? '',
        'wp:author_display_name': author?.name ?? slug,
        'wp:author_first_name': '',
        'wp:author_last_name': '',
      }),
    )
  }
}

function* termParts(categories: readonly Term[], tags: readonly Term[]): Generator<string> {
  let id = TERM_IDS
  for (const { slug, name, description, heading } of categories) {
    const own = { 'wp:term_id': id, 'wp:category_nicename': slug, 'wp:category_parent': '', 'wp:cat_name': html(name) }
    const more = { 'wp:category_description': description && html(description) }
    yield partXml('wp:category', [
      ...fields({ ...own, ...more }),
      ...metaElements('wp:termmeta', { [META.heading]: heading && html(heading) }),
    ])
    id += 1
  }
  for (const { slug, name, description, heading } of tags) {
    const own = { 'wp:term_id': id, 'wp:tag_slug': slug, 'wp:tag_name': html(name) }
    yield partXml('wp:tag', [
      ...fields({ ...own, 'wp:tag_description': description && html(description) }),
      ...metaElements('wp:termmeta', { [META.heading]: heading && html(heading) }),
    ])
    id += 1
  }
}

function blockPart(name: string, text: string, settings: ExportSettings): string {
  const content = withAbsoluteUrls(text, settings)
  return itemPart({ title: name, id: Number(name), type: 'wp_block', slug: name }, { 'content:encoded': content })
}

async function* postParts(
  type: 'page' | 'post',
  { slug, path, meta, body }: CatalogueArticle,
  terms: { categories: readonly Term[]; tags: readonly Term[] },
  settings: ExportSettings,
  nextId: () => number,
): AsyncGenerator<string> {
  const { siteUrl, service, folder } = settings
  const dates = dateFields(meta.date, meta.updated, service.timeZone)
  const [id, author = ''] = [nextId(), meta.author[0]]
  const images = new Set([...body.matchAll(IMAGE)].map(([, , image = '']) => image))
  const there: string[] = []
  for (const image of images) if (await isImage(folder, image)) there.push(image)
  let thumbnail: number | undefined
  if (meta.image) {
    thumbnail = nextId()
    yield attachmentPart(thumbnail, meta.image, id, dates, author, settings)
  }
  for (const image of there) {
    if (image !== meta.image?.src) yield attachmentPart(nextId(), { src: image, alt: '' }, id, dates, author, settings)
  }
  const others = meta.author.length > 1 ? meta.author : []
  const named = (list: readonly Term[], one: string): string =>
    html(list.find((term) => term.slug === one)?.name ?? one)
  yield itemPart(
    { title: html(meta.title), id, type, slug, status: meta.draft ? 'draft' : 'publish' },
    {
      link: `${siteUrl}${articlePath(path, service)}`,
      guid: `${siteUrl}${path}`,
      'dc:creator': author,
      'content:encoded': withAbsoluteUrls(body, settings),
      'excerpt:encoded': html(meta.lead),
      ...dates,
      'wp:comment_status': meta.comments ? 'open' : 'closed',
    },
    [
      x('category', { domain: 'category', nicename: meta.category }, named(terms.categories, meta.category)),
      ...meta.tags.map((tag) => x('category', { domain: 'post_tag', nicename: tag }, named(terms.tags, tag))),
      // As Co-Authors Plus writes further authors.
      ...others.map((one) => x('category', { domain: 'author', nicename: `cap-${one}` }, one)),
      ...metaElements('wp:postmeta', {
        [META.thumbnail]: thumbnail,
        [META.noindex]: meta.noindex ? '1' : undefined,
        [META.productPlacement]: meta.productPlacement ? '1' : undefined,
        [META.promo]: meta.promo,
        [META.corrections]: meta.corrections && JSON.stringify(meta.corrections),
        [META.next]: meta.next && JSON.stringify(meta.next),
      }),
    ],
  )
}

function attachmentPart(
  id: number,
  { src, alt, caption, credit }: NonNullable<ArticleMeta['image']>,
  parent: number,
  dates: Record<string, Value>,
  author: string,
  { imagesUrl }: ExportSettings,
): string {
  const url = `${imagesUrl}${src}`
  const name =
    src
      .split('/')
      .at(-1)
      ?.replace(/\.webp$/, '') ?? ''
  return itemPart(
    { title: html(alt || name), id, type: 'attachment', slug: name, status: 'inherit', parent },
    {
      link: url,
      guid: `${url}#${id}`,
      'dc:creator': author,
      ...dates,
      'wp:attachment_url': url,
      ...(caption && { 'excerpt:encoded': html(caption) }),
    },
    metaElements('wp:postmeta', { [META.alt]: alt ? html(alt) : undefined, [META.credit]: credit }),
  )
}

function itemPart(
  own: { title: string; id: number; type: string; slug: string; status?: string; parent?: number },
  values: Record<string, Value>,
  more: ReturnType<typeof fields> = [],
): string {
  const { guid, ...others } = values
  return partXml('item', [
    ...fields({ title: own.title }),
    ...(guid === undefined ? [] : [x('guid', { isPermaLink: 'false' }, String(guid))]),
    ...fields({
      description: '',
      'content:encoded': '',
      'excerpt:encoded': '',
      'wp:comment_status': 'closed',
      'wp:ping_status': 'closed',
      'wp:menu_order': 0,
      'wp:post_password': '',
      'wp:is_sticky': 0,
      ...others,
      'wp:post_id': own.id,
      'wp:post_name': own.slug,
      'wp:post_type': own.type,
      'wp:status': own.status ?? 'publish',
      'wp:post_parent': own.parent ?? 0,
    }),
    ...more,
  ])
}

function withAbsoluteUrls(text: string, { imagesUrl }: ExportSettings): string {
  return text.replace(IMAGE, (_, before: string, path: string) => `${before}${imagesUrl}${path}`)
}

async function isImage(folder: string, path: string): Promise<boolean> {
  const stem = join(folder, 'images', path.replace(/\.webp$/, ''))
  for (const extension of EXTENSIONS) {
    const stats = await stat(`${stem}.${extension}`).catch(() => undefined)
    if (stats?.isFile()) return true
  }
  return false
}

/** WordPress stores plain fields as HTML. */
function html(text: string): string {
  return escapeHtml(plainField(text))
}
