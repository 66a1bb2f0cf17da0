import { posix } from 'node:path'
import { parseDate } from '../../../src/content/dates.ts'
import type { TemplateSite } from '../../../src/sources/embedded/markdown/templates.ts'
import { isRecord } from '../../../src/system/record.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { type Fields, type SiteFolder, type TextFile, textField } from './folder.ts'
import type { PagePlace } from './post.ts'
import { ELSEWHERE, pathOf } from './urls.ts'

export interface HugoPage {
  path: string
  place: PagePlace
}

interface LinkWorld {
  config: Fields
  zone: TimeZone
}

export interface Linked {
  file: TextFile
  /** Without its extension. */
  bare: string
  section: string
  date: string | undefined
  name: string
}

export function permalinkOf({ file, bare, section, date, name }: Linked, { config, zone }: LinkWorld): string {
  const { fields } = file
  const url = textField(fields, 'url')
  if (url !== undefined) return url.startsWith('/') ? url : `/${url}`
  const slug = textField(fields, 'slug')
  const pattern = patternOf(config, section)
  const isUgly = config.uglyURLs === true || config.uglyurls === true
  if (pattern === undefined) {
    const path = urlize(posix.join(posix.dirname(bare), slug ?? name))
    return isUgly ? `/${path}.html` : `/${path}/`
  }
  const time = date === undefined ? undefined : parseDate(date, zone)
  const two = (number: number | undefined): string => String(number ?? 0).padStart(2, '0')
  const values: Readonly<Record<string, string>> = {
    year: String(time?.year ?? ''),
    month: two(time?.month),
    monthname: '',
    day: two(time?.day),
    section,
    sections: posix.dirname(bare),
    title: urlize(textField(fields, 'title') ?? name),
    slug: urlize(slug ?? textField(fields, 'title') ?? name),
    filename: urlize(name),
    contentbasename: urlize(name),
    slugorfilename: urlize(slug ?? name),
    slugorcontentbasename: urlize(slug ?? name),
  }
  const path = pattern.replace(/:([a-z]+)/g, (whole, token: string) => values[token] ?? whole)
  return posix.normalize(`/${path}${path.endsWith('/') || isUgly ? '' : '/'}`)
}

/** `[permalinks] posts = "…"` */
function patternOf(config: Fields, section: string): string | undefined {
  const permalinks = isRecord(config.permalinks) ? config.permalinks : {}
  const ofPages = isRecord(permalinks.page) ? permalinks.page : {}
  const pattern = ofPages[section] ?? permalinks[section]
  return typeof pattern === 'string' ? pattern : undefined
}

export function urlize(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}./_~+-]/gu, '')
}

export function* resourcesOf(path: string, link: string, { paths, has }: SiteFolder): Generator<[string, string]> {
  if (!/\/index(?:\.[\w-]+)?\.(?:md|html)$/.test(path)) return
  const folder = `${posix.dirname(path)}/`
  for (const one of filesBelow(folder, paths)) {
    if (one === path || !has(one)) continue
    const url = URL.parse(one.slice(folder.length).split('/').map(encodeURIComponent).join('/'), link)
    if (url) yield [pathOf(url.href), one.replace(/^content\//, '')]
  }
}

function filesBelow(folder: string, paths: readonly string[]): readonly string[] {
  let [low, high] = [0, paths.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((paths[middle] ?? '') < folder) low = middle + 1
    else high = middle
  }
  let end = low
  while (paths[end]?.startsWith(folder)) end += 1
  return paths.slice(low, end)
}

interface ResolveWorld {
  pages: ReadonlyMap<string, HugoPage>
  files: SiteFolder
  resources: Map<string, string>
  root: string
}

export function resolved(
  url: string,
  file: TextFile,
  { pages, files, resources, root }: ResolveWorld,
): string | undefined {
  if (ELSEWHERE.test(url) || url.trim() === '') return undefined
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  const page = pageAt(path, file.path, pages)
  if (page) return page.place.link + tail
  const { origin } = new URL(root)
  if (path.startsWith('/')) return URL.parse(path + tail, origin)?.href
  const link = pages.get(file.path)?.place.link ?? root
  const target = URL.parse(path, link)
  const near = posix.normalize(posix.join(posix.dirname(file.path), path))
  if (target && near.startsWith('content/') && files.has(near) && !resources.has(pathOf(target.href))) {
    resources.set(pathOf(target.href), near.replace(/^content\//, ''))
  }
  // Themes resolve names in `static` and `assets` from the root.
  const isOfRoot = !files.has(near) && ['static', 'assets'].some((folder) => files.has(`${folder}/${path}`))
  return (isOfRoot ? URL.parse(`/${path}`, origin)?.href : target?.href) + tail
}

function pageAt(written: string, from: string, pages: ReadonlyMap<string, HugoPage>): HugoPage | undefined {
  const path = written.replace(/\/$/, '')
  if (path === '') return undefined
  const bases = path.startsWith('/')
    ? ['content']
    : [posix.dirname(from), posix.dirname(posix.dirname(from)), 'content']
  for (const base of bases) {
    const plain = posix.normalize(posix.join(base, path))
    for (const candidate of [plain, `${plain}.md`, `${plain}/index.md`, plain.replace(/\.md$/, '/index.md')]) {
      const page = pages.get(candidate)
      if (page) return page
    }
  }
  return undefined
}

const REFERENCE = /^\{\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?["'`]?([^"'`\s]+?)["'`]?\s*\/?[>%]\}\}$/
const EXAMPLE = /^\{\{([<%])\/\*([\s\S]*)\*\/([>%])\}\}$/

export function templatesOf(file: TextFile, pages: ReadonlyMap<string, HugoPage>): TemplateSite {
  return {
    keepsRaw: true,
    replaced: (tag) => {
      const [example, open, inside, close] = EXAMPLE.exec(tag) ?? []
      if (example !== undefined) return `{% raw %}{{${open}${inside}${close}}}{% endraw %}`
      const [, target] = REFERENCE.exec(tag) ?? []
      if (target === undefined) return undefined
      const [path = '', anchor] = target.split('#')
      const hash = anchor === undefined ? '' : `#${anchor}`
      if (path === '') return hash
      const page = pageAt(path, file.path, pages) ?? pageNamed(path, pages)
      return page && page.place.link + hash
    },
  }
}

/** A file's name finds a page where no other has it. */
function pageNamed(path: string, pages: ReadonlyMap<string, HugoPage>): HugoPage | undefined {
  const name = posix.basename(path).replace(/\.md$/, '')
  const named = [...pages.values()].filter(({ path: one }) => {
    const bare = one.replace(/(?:\/index)?\.\w+$/, '')
    return posix.basename(bare) === name
  })
  return named.length === 1 ? named[0] : undefined
}
