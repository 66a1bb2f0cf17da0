import { posix } from 'node:path'
import { withoutTrailingSlashes } from '../../../src/content/trailing-slashes.ts'
import { nameSlug } from '../../../src/sources/embedded/article-meta.ts'
import { writtenDate } from '../../../src/sources/embedded/written-date.ts'
import { isRecord } from '../../../src/system/record.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { type ImportSource, NO_SITE, type SourcePart } from '../source.ts'
import { createSourceFiles } from '../source-files.ts'
import {
  type Fields,
  openSiteFolder,
  type SiteFolder,
  type TextFile,
  textField,
  textFile,
  textList,
  zoneOf,
} from './folder.ts'
import type { GeneratorSettings } from './hugo.ts'
import {
  categoriesOf,
  type JekyllPage,
  liquidOf,
  permalinkOf,
  resolved,
  tagsOf,
  withDefaults,
  withRoot,
} from './jekyll-links.ts'
import { aliasesOf, type GeneratorWorld, type PagePlace, postOfFile, titleOf } from './post.ts'
import { ELSEWHERE, pathOf, withoutBase } from './urls.ts'

const CONFIGS = ['_config.yml', '_config.yaml', '_config.toml']
const LISTS = { category: 'category', tag: 'tag', author: 'author' } as const
const FEEDS = ['/feed.xml', '/atom.xml']
const TEXT = /\.(?:md|markdown|mkdown|mkd|html?)$/
const OTHER_TEXT = /\.(?:textile|org|adoc|rst)$/
const POST_NAME = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)\.\w+$/
const MADE_BY_TEMPLATES = /\{%-?\s*for\b/
const HOME = /^(?:index|404)\.(?:md|html?)$/
const AUTHORS = ['_data/authors.yml', '_data/authors.yaml', '_data/authors.json']

export function isJekyllFolder({ paths, has }: SiteFolder): boolean {
  return CONFIGS.some(has) || paths.some((path) => /(?:^|\/)_posts\//.test(path))
}

/** @throws {ImportSourceError} naming the line of a mistake */
export async function jekyllSource({ folder, zone, site, media }: GeneratorSettings): Promise<ImportSource> {
  const files = await openSiteFolder(folder)
  const config = (await files.data(...CONFIGS)) ?? {}
  const base = textField(config, 'baseurl') ?? ''
  const root = withoutTrailingSlashes(site ?? `${textField(config, 'url') ?? NO_SITE}${base}`)
  const world = await jekyllWorld(files, config, root, zoneOf(config) ?? zone)
  const localFiles = createSourceFiles([folder, ...(media === undefined ? [] : [media])])
  return {
    outline: () => world.parts(true),
    posts: () => world.parts(false),
    fileAt: (url) => localFiles.find(withoutBase(pathOf(url), root)),
  }
}

async function jekyllWorld(files: SiteFolder, config: Fields, root: string, zone: TimeZone) {
  const pages = new Map<string, JekyllPage>()
  const others: SourcePart[] = []
  const moved: SourcePart[] = []
  for (const path of files.paths) {
    const kind = kindOf(path)
    if (kind === undefined) continue
    if (kind === 'collection' || OTHER_TEXT.test(path)) {
      if (kind === 'collection') others.push({ kind: 'left-out', what: `files of ${path.split('/')[0]}`, count: 1 })
      else others.push({ kind: 'unreadable', name: path, reason: `${posix.extname(path)} is no Markdown` })
      continue
    }
    try {
      const file = withDefaults(textFile(path, await files.read(path)), kind, config)
      if (!file.hasFront) continue
      const place = placeOf(file, kind, { config, root, zone, saved: await files.saved(path) })
      const [target] = textList(file.fields.redirect_to)
      if (target !== undefined) moved.push({ kind: 'redirect', from: place.link, to: redirectTarget(target, root) })
      else if (kind === 'page' && (HOME.test(path) || MADE_BY_TEMPLATES.test(file.body))) {
        others.push({ kind: 'left-out', what: 'pages made by templates', count: 1 })
      } else pages.set(path, { path, place })
    } catch (error) {
      others.push({ kind: 'unreadable', name: path, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const authors = await authorsOf(files)
  const world: GeneratorWorld = {
    zone,
    termSlug: slugify,
    authorName: (written) => authors.get(nameSlug(written))?.login,
    settled: (markdown) => withRoot(markdown, root),
    templates: () => liquidOf({ pages, config, root }),
    resolve: (url, file) => resolved(url, file, { pages, files, root }),
  }
  const house = ownAuthor(config)
  async function* parts(isOutline: boolean): AsyncGenerator<SourcePart> {
    if (isOutline) {
      yield {
        kind: 'site',
        site: { title: textField(config, 'title', 'name') ?? '', url: root, lists: LISTS, feeds: FEEDS },
      }
      for (const author of authors.values()) yield { kind: 'author', author }
      yield* moved
    } else yield* others
    for (const { path, place } of pages.values()) {
      try {
        const file = withDefaults(textFile(path, await files.read(path)), kindOf(path) ?? 'page', config)
        const { post, attachment } = postOfFile(file, place, world)
        if (attachment) yield { kind: 'attachment', attachment }
        const authorsOfPost = post.authors.length === 0 && house !== undefined ? [house] : post.authors
        yield { kind: 'post', post: { ...post, authors: authorsOfPost } }
      } catch (error) {
        yield { kind: 'unreadable', name: path, reason: error instanceof Error ? error.message : String(error) }
      }
    }
  }
  return { parts }
}

function fromRoot(written: string): string {
  return written.startsWith('/') || /^https?:\/\//i.test(written) ? written : `/${written}`
}

/**
 * The plugin takes other texts as paths from the root.
 * @throws {Error} for what leads nowhere
 */
function redirectTarget(written: string, root: string): string {
  const target = written.trim()
  const isOnWeb = /^https?:\/\//i.test(target)
  const url =
    isOnWeb || !ELSEWHERE.test(target) ? URL.parse(isOnWeb ? target : `${root}/${target.replace(/^\//, '')}`) : null
  if (!url) throw new Error(`redirect_to: "${target}" is no URL of a page`)
  return url.href
}

export type JekyllKind = 'post' | 'draft' | 'page' | 'collection'

function kindOf(path: string): JekyllKind | undefined {
  if (!TEXT.test(path) && !OTHER_TEXT.test(path)) return undefined
  const folders = path.split('/').slice(0, -1)
  if (folders.includes('_posts')) return POST_NAME.test(posix.basename(path)) ? 'post' : undefined
  if (folders.includes('_drafts')) return 'draft'
  const [first = ''] = folders.filter((folder) => folder.startsWith('_'))
  if (first === '' || first === '_pages') return 'page'
  return INTERNAL.has(first) ? undefined : 'collection'
}

const INTERNAL = new Set(['_layouts', '_includes', '_sass', '_data', '_plugins', '_site', '_assets'])

interface PlaceWorld {
  config: Fields
  root: string
  zone: TimeZone
  saved: string
}

function placeOf(file: TextFile, kind: JekyllKind, { config, root, zone, saved }: PlaceWorld): PagePlace {
  const { path, fields } = file
  const name = posix.basename(path)
  const [, day, rest] = POST_NAME.exec(name) ?? []
  const written = textField(fields, 'date')
  const date = written === undefined ? day && writtenDate(day) : writtenDate(written)
  const bare = (rest ?? name).replace(TEXT, '')
  const slug = textField(fields, 'slug') ?? bare
  const isPage = kind === 'page'
  const categories = categoriesOf(file)
  const link = root + permalinkOf({ file, isPage, slug, date: date ?? saved, categories }, config, zone)
  return {
    type: isPage ? 'page' : 'post',
    link,
    aliases: aliasesOf(textList(fields.redirect_from).map(fromRoot), link, root),
    slug,
    title: titleOf(bare),
    date: date ?? saved,
    isDraft: kind === 'draft',
    terms: { categories, tags: tagsOf(file) },
  }
}

async function authorsOf(
  files: SiteFolder,
): Promise<Map<string, { login: string; name: string; description?: string }>> {
  const authors = new Map<string, { login: string; name: string; description?: string }>()
  for (const [login, one] of Object.entries((await files.data(...AUTHORS)) ?? {})) {
    if (!isRecord(one)) continue
    const [name, bio] = [textField(one, 'name', 'display_name') ?? login, textField(one, 'bio', 'description')]
    const author = { login, name, ...(bio !== undefined && { description: bio }) }
    authors.set(nameSlug(login), author)
    if (!authors.has(nameSlug(name))) authors.set(nameSlug(name), author)
  }
  return authors
}

function ownAuthor({ author }: Fields): string | undefined {
  if (typeof author === 'string' && author.trim() !== '') return author.trim()
  return isRecord(author) ? textField(author, 'name') : undefined
}

function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
