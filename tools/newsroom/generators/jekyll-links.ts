import { posix } from 'node:path'
import { parseDate } from '../../../src/content/dates.ts'
import type { TemplateSite } from '../../../src/sources/embedded/markdown/templates.ts'
import { isRecord } from '../../../src/system/record.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { type Fields, type SiteFolder, type TextFile, textField, textList } from './folder.ts'
import type { PagePlace } from './post.ts'
import { ELSEWHERE } from './urls.ts'

export interface JekyllPage {
  path: string
  place: PagePlace
}

const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

interface Linked {
  file: TextFile
  isPage: boolean
  slug: string
  date: string
  categories: readonly string[]
}

/** Below the site's root. */
export function permalinkOf({ file, isPage, slug, date, categories }: Linked, config: Fields, zone: TimeZone): string {
  const own = textField(file.fields, 'permalink')
  const general = textField(config, 'permalink') ?? 'date'
  if (isPage) {
    if (own !== undefined) return posix.normalize(`/${own}`)
    const bare = file.path.replace(/^_pages\//, '').replace(/\.\w+$/, '')
    return general === 'pretty' || general.endsWith('/') || file.path.startsWith('_pages/')
      ? `/${bare}/`
      : `/${bare}.html`
  }
  const ofPosts = isRecord(config.collections) && isRecord(config.collections.posts) ? config.collections.posts : {}
  const template = own ?? textField(ofPosts, 'permalink') ?? general
  const values = tokensOf({ slug, date, categories }, zone)
  const path = (STYLES[template] ?? template).replace(
    /:([a-z_]+)/g,
    (whole, name: string) => tokenIn(name, values) ?? whole,
  )
  return posix.normalize(`/${path}`)
}

/** `:title:output_ext` is two tokens; `:title_x` is `:title` and `_x`. */
function tokenIn(name: string, values: Readonly<Record<string, string>>): string | undefined {
  const known = Object.keys(values)
    .filter((token) => name.startsWith(token))
    .sort((a, b) => b.length - a.length)[0]
  return known === undefined ? undefined : `${values[known]}${name.slice(known.length)}`
}

const [DAY, WEEK] = [86_400_000, 7]

function tokensOf(
  { slug, date, categories }: Pick<Linked, 'slug' | 'date' | 'categories'>,
  zone: TimeZone,
): Readonly<Record<string, string>> {
  const time = parseDate(date, zone)
  const [year, month, day] = [time?.year ?? 1970, time?.month ?? 1, time?.day ?? 1]
  const two = (number: number): string => String(number).padStart(2, '0')
  const noon = Date.UTC(year, month - 1, day, 12)
  const yearDay = Math.floor((noon - Date.UTC(year, 0, 1)) / DAY) + 1
  // Thursday decides the week (ISO 8601).
  const weekDay = new Date(noon).getUTCDay() || WEEK
  const thursday = new Date(noon + (4 - weekDay) * DAY)
  const week = Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY / WEEK) + 1
  return {
    year: String(year),
    short_year: two(year % 100),
    month: two(month),
    i_month: String(month),
    day: two(day),
    i_day: String(day),
    y_day: String(yearDay).padStart(3, '0'),
    week: two(week),
    short_day: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekDay - 1] ?? '',
    hour: two(time?.hour ?? 0),
    minute: two(time?.minute ?? 0),
    second: '00',
    title: slug,
    slug: slug.toLowerCase(),
    categories: categories.map((name) => name.toLowerCase().trim().replace(/\s+/g, '-')).join('/'),
    output_ext: '.html',
  }
}

/** Folders around `_posts` are categories too. */
export function categoriesOf({ path, fields }: TextFile): string[] {
  const folders = path.split('/')
  const around = folders.slice(0, Math.max(0, folders.indexOf('_posts')))
  return [...new Set([...around, ...singular(fields.category), ...divided(fields.categories)])]
}

export function tagsOf({ fields }: TextFile): string[] {
  return [...new Set([...singular(fields.tag), ...divided(fields.tags)])]
}

function divided(value: unknown): string[] {
  const names = typeof value === 'string' ? value.split(/\s+/) : textList(value)
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

function singular(value: unknown): string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
}

/** Front matter wins over `defaults`. */
export function withDefaults(file: TextFile, kind: string, config: Fields): TextFile {
  const added: Record<string, unknown> = {}
  const type = kind === 'post' ? 'posts' : kind === 'draft' ? 'drafts' : 'pages'
  for (const rule of Array.isArray(config.defaults) ? config.defaults.filter(isRecord) : []) {
    const scope = isRecord(rule.scope) ? rule.scope : {}
    const [path, scoped] = [typeof scope.path === 'string' ? scope.path : '', scope.type]
    const isIn = path === '' || file.path.startsWith(path.split('*', 1)[0] ?? '')
    if (isIn && (scoped === undefined || scoped === type) && isRecord(rule.values)) Object.assign(added, rule.values)
  }
  const missing = Object.entries(added).filter(([name]) => file.fields[name] === undefined && READ.has(name))
  if (missing.length === 0 || !file.hasFront) return file
  // Lines of the front matter keep their numbers.
  const lines = missing.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')
  const front = file.text.slice(0, file.text.length - file.body.length)
  const text = `${front.replace(/(?:---|\.\.\.)[ \t]*\r?\n?$/, '')}${lines}---\n${file.body}`
  return { ...file, text, fields: { ...Object.fromEntries(missing), ...file.fields } }
}

/** Other defaults belong to themes. */
const READ = new Set('author authors category categories tags image permalink published'.split(' '))

interface JekyllWorld {
  pages: ReadonlyMap<string, JekyllPage>
  root: string
}

const LINK = /^\{%-?\s*(post_url|link)\s+([^\s%]+)\s*-?%\}$/
const FILTERED =
  /^\{\{-?\s*["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.(?:baseurl|url))[^{}]*\}\}$/
const SITE = /^\{\{-?\s*site\.(baseurl|url|title|github\.url)\s*(?:\|[^{}]*)?-?\}\}$/

export function liquidOf({ pages, config, root }: JekyllWorld & { config: Fields }): TemplateSite {
  return {
    keepsRaw: true,
    readsCode: true,
    replaced(tag) {
      const [, kind, target = ''] = LINK.exec(tag) ?? []
      if (kind === 'post_url') return postNamed(target, pages)?.place.link
      if (kind === 'link')
        return pages.get(target.replace(/^\//, ''))?.place.link ?? `${root}/${target.replace(/^\//, '')}`
      const [, path] = FILTERED.exec(tag) ?? []
      if (path !== undefined) return `${root}/${path.replace(/^\//, '')}`
      const [, name] = SITE.exec(tag) ?? []
      if (name === 'title') return textField(config, 'title') ?? ''
      if (name === 'baseurl') return BASE_MARK
      return name === undefined ? undefined : ORIGIN_MARK
    },
  }
}

/** Stand for origin and folder until what follows is known. */
const [ORIGIN_MARK, BASE_MARK] = ['\uE001', '\uE002']

/** A link that Liquid made has the root already. */
export function withRoot(markdown: string, root: string): string {
  return markdown
    .replace(/[\uE001\uE002]{1,4}(?=https?:)/g, '')
    .replace(/\uE001?\uE002/g, root)
    .replaceAll(ORIGIN_MARK, new URL(root).origin)
}

function postNamed(target: string, pages: ReadonlyMap<string, JekyllPage>): JekyllPage | undefined {
  const name = target.replace(/^\//, '')
  return [...pages.values()].find(({ path }) => {
    const bare = path.replace(/\.\w+$/, '')
    return bare.endsWith(`_posts/${name}`) || (path.includes('_posts/') && bare.replace('_posts/', '') === name)
  })
}

export function resolved(
  url: string,
  file: TextFile,
  { pages, files, root }: JekyllWorld & { files: SiteFolder },
): string | undefined {
  if (ELSEWHERE.test(url) || url.trim() === '') return undefined
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  const near = posix.normalize(posix.join(posix.dirname(file.path), path))
  // The plugin for relative links reads file names.
  const page = pages.get(near) ?? pages.get(path.replace(/^\//, ''))
  if (page) return page.place.link + tail
  if (path.startsWith('/')) {
    const base = new URL(root).pathname.replace(/\/$/, '')
    const isBelow = base === '' || path.startsWith(`${base}/`)
    return URL.parse((isBelow || !files.has(path.slice(1)) ? path : `${base}${path}`) + tail, root)?.href
  }
  if (files.has(near)) return `${root}/${encodeURI(near)}${tail}`
  return URL.parse(path, pages.get(file.path)?.place.link ?? root)?.href.concat(tail)
}
