import { lstatSync, realpathSync } from 'node:fs'
import { join, posix } from 'node:path'
import { folderImagePath, IMAGE_EXTENSIONS } from '../../content/folder-image.ts'
import { decodeEntities } from '../../content/text.ts'
import type { CatalogueArticle } from './dated-parts.ts'

/** @returns undefined: there is no such file */
export interface FolderImages {
  (src: string, article: Pick<CatalogueArticle, 'file' | 'meta'>): string | undefined
  /** Ignores the extension. */
  has(path: string): boolean
}

/** `/2026/03/name.webp` in `images/`, whose extension may differ. */
const IN_IMAGES = /^\/\d{4}\/\d{2}\/[a-z0-9-]+\.webp$/
/** Folders that other generators publish. */
const PUBLISHED = ['', 'images', 'static', 'assets', 'public', 'src', 'content']
const WITH_HOST = /^(?:https?:)?\/\//i
const EXTENSIONS: ReadonlySet<string> = new Set(IMAGE_EXTENSIONS)

/** Searches next to the article, then by path in the folder (SRC-71). */
export function folderImages(root: string): FolderImages {
  const find = (src: string, { file, meta }: Pick<CatalogueArticle, 'file' | 'meta'>): string | undefined => {
    if (IN_IMAGES.test(src) || WITH_HOST.test(src)) return src
    const path = plainPath(src)
    if (path === undefined) return undefined
    const near = path.startsWith('/') ? [] : [posix.join(posix.dirname(file), path)]
    const places = [...near, ...PUBLISHED.map((folder) => posix.join(folder, path))]
    const inFolder = places
      .map((place) => place.replace(/^\//, ''))
      .find((place) => !place.startsWith('..') && isFile(root, place))
    return inFolder === undefined ? undefined : folderImagePath(inFolder, meta.date)
  }
  const has = (path: string): boolean =>
    IMAGE_EXTENSIONS.some((extension) => isFile(root, `images${path.replace(/\.webp$/, extension)}`))
  return Object.assign(find, { has })
}

function plainPath(src: string): string | undefined {
  const [written = ''] = src.split(/[?#]/)
  try {
    const path = decodeURIComponent(written)
    return EXTENSIONS.has(posix.extname(path).toLowerCase()) && !path.includes('\0') ? path : undefined
  } catch {
    return undefined
  }
}

/** Refuses links that lead out of the folder. */
function isFile(root: string, place: string): boolean {
  if (!(lstatSync(`${root}/${place}`, { throwIfNoEntry: false })?.isFile() ?? false)) return false
  return realpathSync(`${root}/${place}`) === join(realpathSync(root), place)
}

const TAGS = /<(?:img|video|figure)\b[^<>]*>/gi
const SOURCES = /(\s(?:src|(?:data-)?poster)=")([^"<>]*)(")/gi
const SETTING = /("(?:url|src|poster)":")([^"]+)(")/gi
const IMAGE_NAME = /\.(?:webp|jpe?g|png|avif|gif|tiff?|svg|bmp|heic)$/i

function replaceNames(body: string, replaced: (src: string) => string | undefined): string {
  const inTag = (whole: string, before: string, src: string, after: string): string => {
    const path = replaced(decodeEntities(src))
    return path === undefined ? whole : `${before}${path}${after}`
  }
  const inSettings = (whole: string, before: string, src: string, after: string): string => {
    const name = settingOf(src)
    const path = name === undefined || !isImageName(name) ? undefined : replaced(name)
    return path === undefined ? whole : `${before}${path}${after}`
  }
  return body.replace(TAGS, (tag) => tag.replace(SOURCES, inTag)).replace(SETTING, inSettings)
}

function settingOf(json: string): string | undefined {
  try {
    return String(JSON.parse(`"${json}"`))
  } catch {
    return undefined
  }
}

function isImageName(src: string): boolean {
  return IMAGE_NAME.test(src.split(/[?#]/, 1)[0] ?? '')
}

/** Images that are not there keep their names. */
export function withFolderImages(article: CatalogueArticle, images: FolderImages): string {
  return replaceNames(article.body, (src) => images(src, article))
}

/** Absolute paths may be files of the site. */
export function missingImages(article: CatalogueArticle, images: FolderImages): string[] {
  const { meta, body } = article
  const named = new Set<string>(meta.image ? [meta.image.src] : [])
  replaceNames(body, (src) => {
    if (isImageName(src) && (IN_IMAGES.test(src) || !/^(?:[a-z]+:|\/)/i.test(src))) named.add(src)
    return undefined
  })
  return [...named].filter((src) => images(src, article) === undefined || (IN_IMAGES.test(src) && !images.has(src)))
}
