import { posix } from 'node:path'
import { withoutTrailingSlashes } from '../../../src/content/trailing-slashes.ts'
import { nameSlug } from '../../../src/sources/embedded/article-meta.ts'
import { writtenDate } from '../../../src/sources/embedded/written-date.ts'
import { isRecord } from '../../../src/system/record.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { type ImportSource, NO_SITE, type SourcePart } from '../source.ts'
import { createSourceFiles } from '../source-files.ts'
import { type Fields, openSiteFolder, type SiteFolder, type TextFile, textField, textFile, zoneOf } from './folder.ts'
import { type HugoPage, permalinkOf, resolved, resourcesOf, templatesOf, urlize } from './hugo-links.ts'
import { aliasesOf, type GeneratorWorld, type PagePlace, postOfFile, titleOf } from './post.ts'
import { pathOf, withoutBase } from './urls.ts'

export interface GeneratorSettings {
  folder: string
  zone: TimeZone
  /** Absent: the site's configuration names it. */
  site: string | undefined
  media: string | undefined
}

const CONFIGS = ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
  ['toml', 'yaml', 'yml', 'json'].map((extension) => `${name}.${extension}`),
)
/** Names that say nothing of their articles. */
const PLAIN_SECTIONS = new Set(['', 'post', 'posts', 'blog', 'article', 'articles'])
const PAGE_SECTIONS = new Set(['page', 'pages'])
const LISTS = { category: 'categories', tag: 'tags', author: 'authors' } as const
const MADE = ['public', 'resources', 'themes', 'node_modules', 'archetypes', 'layouts']
const BUNDLE_IMAGE = /^(?:feature|featured|cover|thumbnail|hero)[\w-]*\.(?:jpe?g|png|webp|avif|gif)$/i

export function isHugoFolder({ paths, has }: SiteFolder): boolean {
  return CONFIGS.some(has) || (paths.some((path) => path.startsWith('content/')) && !has('_config.yml'))
}

/** @throws {ImportSourceError} naming the line of a mistake */
export async function hugoSource({ folder, zone, site, media }: GeneratorSettings): Promise<ImportSource> {
  const files = await openSiteFolder(folder, MADE)
  const config = (await files.data(...CONFIGS)) ?? {}
  const world = await hugoWorld(
    files,
    config,
    withoutTrailingSlashes(site ?? textField(config, 'baseURL', 'baseurl') ?? NO_SITE),
    zoneOf(config) ?? zone,
  )
  const localFiles = createSourceFiles([
    ...['static', 'assets', 'content', '.'].map((name) => posix.join(folder, name)),
    ...(media === undefined ? [] : [media]),
  ])
  return {
    outline: () => world.parts(true),
    posts: () => world.parts(false),
    fileAt: async (url) => {
      const path = world.resources.get(pathOf(url))
      return localFiles.find(path ?? withoutBase(pathOf(url), world.root))
    },
  }
}

async function hugoWorld(files: SiteFolder, config: Fields, root: string, zone: TimeZone) {
  const title = textField(config, 'title') ?? ''
  const pages = new Map<string, HugoPage>()
  const resources = new Map<string, string>()
  const names = new Map<string, string>()
  const early: SourcePart[] = []
  const languages = otherLanguages(config)
  let lists = 0
  for (const path of files.paths) {
    if (!path.startsWith('content/') || !/\.(?:md|markdown|html|org|adoc|rst|pandoc)$/.test(path)) continue
    const language = languageOf(path)
    if (language !== undefined && languages.has(language)) {
      early.push({ kind: 'left-out', what: `pages in another language (${language})`, count: 1 })
      continue
    }
    if (!/\.(?:md|markdown|html)$/.test(path)) {
      early.push({ kind: 'unreadable', name: path, reason: `${posix.extname(path)} is no Markdown` })
      continue
    }
    try {
      const file = textFile(path, await files.read(path))
      if (/(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|html)$/.test(path)) {
        lists += 1
        const term = termPart(file)
        if (term?.kind === 'term') early.unshift(term)
        if (term?.kind === 'author') {
          early.unshift(term)
          names.set(nameSlug(term.author.name), term.author.login)
        }
        continue
      }
      const place = placeOf(file, { files, config, root, zone, saved: await files.saved(path) })
      if (!place) continue
      pages.set(path, { path, place })
      for (const [url, resource] of resourcesOf(path, place.link, files)) resources.set(url, resource)
    } catch (error) {
      early.push({ kind: 'unreadable', name: path, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  if (lists > 0) early.push({ kind: 'left-out', what: 'texts of lists (_index.md)', count: lists })
  const world: GeneratorWorld = {
    zone,
    termSlug: urlize,
    authorName: (written) => names.get(nameSlug(written)),
    templates: (file) => templatesOf(file, pages),
    resolve: (url, file) => resolved(url, file, { pages, files, resources, root }),
  }
  const feeds = ['/index.xml']
  async function* parts(isOutline: boolean): AsyncGenerator<SourcePart> {
    if (isOutline) yield { kind: 'site', site: { title, url: root, lists: LISTS, feeds } }
    for (const part of early) {
      const isOfOutline = part.kind === 'term' || part.kind === 'author'
      if (isOfOutline === isOutline) yield part
    }
    for (const { path, place } of pages.values()) yield* postParts(path, place, files, world)
  }
  return { parts, resources, root }
}

async function* postParts(
  path: string,
  place: PagePlace,
  files: SiteFolder,
  world: GeneratorWorld,
): AsyncGenerator<SourcePart> {
  try {
    const { post, attachment } = postOfFile(textFile(path, await files.read(path)), place, world)
    if (attachment) yield { kind: 'attachment', attachment }
    yield { kind: 'post', post: { ...post, content: shownExamples(post.content) } }
  } catch (error) {
    yield { kind: 'unreadable', name: path, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Hugo would run shortcodes of examples. */
function shownExamples(content: string): string {
  return content.replace(/\{\{([<%])\/\*([^{}]*?)\*\/([>%])\}\}/g, '{{$1$2$3}}')
}

function otherLanguages(config: Fields): Set<string> {
  const languages = isRecord(config.languages) ? Object.keys(config.languages) : []
  const own = ownLanguage(config)
  return new Set(languages.filter((language) => language !== own))
}

function ownLanguage(config: Fields): string {
  return textField(config, 'defaultContentLanguage') ?? 'en'
}

/** `post.en.md`, or `content/en/post.md`. */
function languageOf(path: string): string | undefined {
  return /\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.\w+$/i.exec(path)?.[1] ?? /^content\/([a-z]{2})\//.exec(path)?.[1]
}

function termPart({ path, fields, body }: TextFile): SourcePart | undefined {
  const [, folder = '', slug = ''] = /^content\/(categories|tags|authors)\/([^/]+)\/_index/.exec(path) ?? []
  if (folder === '') return undefined
  const name = textField(fields, 'title') ?? slug
  const description = textField(fields, 'description', 'summary') ?? (body.trim() || undefined)
  const words = description === undefined ? {} : { description }
  if (folder === 'authors') return { kind: 'author', author: { login: slug, name, ...words } }
  return { kind: 'term', term: { kind: folder === 'tags' ? 'tag' : 'category', nicename: slug, name, ...words } }
}

interface PlaceWorld {
  files: SiteFolder
  config: Fields
  root: string
  zone: TimeZone
  saved: string
}

/** @returns undefined for a hidden page */
function placeOf(file: TextFile, world: PlaceWorld): PagePlace | undefined {
  const { fields, path } = file
  const build = isRecord(fields.build) ? fields.build : isRecord(fields._build) ? fields._build : {}
  if (fields.headless === true || build.render === 'never' || build.render === false) return undefined
  const isBundle = /\/index(?:\.[\w-]+)?\.(?:md|markdown|html)$/.test(path)
  const named = path.replace(/^content\//, '').replace(/\.\w+$/, '')
  // `vue.js.md` is in no language.
  const language = `.${ownLanguage(world.config)}`
  const plain = named.endsWith(language) ? named.slice(0, -language.length) : named
  const bare = isBundle ? posix.dirname(plain) : plain
  const section = bare.includes('/') ? (bare.split('/')[0] ?? '') : ''
  // It is another page's file.
  if (!isBundle && isInBundle(path, world.files)) return undefined
  const written = textField(fields, 'date', 'publishDate', 'pubDate')
  const date = written === undefined ? datedName(posix.basename(bare)) : writtenDate(written)
  const isPage = fields.type === 'page' || PAGE_SECTIONS.has(section) || (section === '' && fields.type !== 'post')
  const [slug, name] = [textField(fields, 'slug'), posix.basename(bare)]
  const link = world.root + permalinkOf({ file, bare, section, date, name }, world)
  return {
    type: isPage || date === undefined ? 'page' : 'post',
    link,
    aliases: aliasesOf(fields.aliases, link, world.root),
    slug: slug ?? name.replace(/^\d{4}-\d{2}-\d{2}-/, ''),
    title: titleOf(name),
    date: date ?? world.saved,
    isDraft: false,
    category: PLAIN_SECTIONS.has(section) ? undefined : section,
    image: isBundle ? bundleImage(file, world.files) : undefined,
  }
}

function datedName(name: string): string | undefined {
  const [, day] = /^(\d{4}-\d{2}-\d{2})-/.exec(name) ?? []
  return day === undefined ? undefined : writtenDate(day)
}

function isInBundle(path: string, { has }: SiteFolder): boolean {
  for (let folder = posix.dirname(path); folder.startsWith('content/'); folder = posix.dirname(folder)) {
    if (has(`${folder}/index.md`) || has(`${folder}/index.html`)) return true
  }
  return false
}

function bundleImage({ path, fields }: TextFile, { paths }: SiteFolder): string | undefined {
  const named = (Array.isArray(fields.resources) ? fields.resources : []).find(
    (one: unknown) => isRecord(one) && /^(?:featured|cover|feature|thumbnail|hero)/i.test(String(one.name ?? '')),
  )
  if (isRecord(named) && typeof named.src === 'string' && !named.src.includes('*')) return named.src
  const folder = `${posix.dirname(path)}/`
  const image = paths.find((one) => one.startsWith(folder) && BUNDLE_IMAGE.test(one.slice(folder.length)))
  return image?.slice(folder.length)
}
