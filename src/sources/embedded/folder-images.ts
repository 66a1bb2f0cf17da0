import { lstatSync } from 'node:fs'
import { posix } from 'node:path'
import { folderImagePath, IMAGE_EXTENSIONS } from '../../content/folder-image.ts'
import type { CatalogueArticle } from './dated-parts.ts'

/** @returns what the portal can show of an image that an article names; undefined: there is no such file */
export type FolderImages = (src: string, article: Pick<CatalogueArticle, 'file' | 'meta'>) => string | undefined

/** `/2026/03/name.webp` is a file of `images/`, and its extension may be another one. */
const IN_IMAGES = /^\/\d{4}\/\d{2}\/[a-z0-9-]+\.webp$/
/** Where other generators keep what they publish. */
const PUBLISHED = ['', 'images', 'static', 'assets', 'public', 'src', 'content']
const WITH_HOST = /^(?:https?:)?\/\//i
const EXTENSIONS: ReadonlySet<string> = new Set(IMAGE_EXTENSIONS)

/** Finds images next to an article, and anywhere in the folder by their path (SRC-71). */
export function folderImages(root: string): FolderImages {
  return (src, { file, meta }) => {
    if (IN_IMAGES.test(src) || WITH_HOST.test(src)) return src
    const path = plainPath(src)
    if (path === undefined) return undefined
    const near = path.startsWith('/') ? [] : [posix.join(posix.dirname(file), path)]
    const places = [...near, ...PUBLISHED.map((folder) => posix.join(folder, path))]
    const inFolder = places
      .map((place) => place.replace(/^\//, ''))
      .find((place) => !place.startsWith('..') && isFile(`${root}/${place}`))
    return inFolder === undefined ? undefined : folderImagePath(inFolder, meta.date)
  }
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

function isFile(path: string): boolean {
  // A link may lead out of the folder.
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

const SOURCES = /(<(?:img|video)\b[^<>]*?\s(?:src|poster)=")([^"<>]*)(")/gi
const SETTING = /("(?:url|src)":")([^"\\]+\.(?:webp|jpe?g|png|avif|gif|tiff?))(")/gi

/** Replaces the names of images in a body by the paths under which they are shown; what is not there stays. */
export function withFolderImages(article: CatalogueArticle, images: FolderImages): string {
  const { body } = article
  const shown = (written: string, before: string, src: string, after: string): string => {
    const path = images(src, article)
    return path === undefined ? written : `${before}${path}${after}`
  }
  return body.replace(SOURCES, shown).replace(SETTING, shown)
}

const IMAGE = /\.(?:webp|jpe?g|png|avif|gif|tiff?|svg|bmp|heic)$/i

/** Images that an article names and that are not there; absolute paths may be files of the site. */
export function missingImages(article: CatalogueArticle, images: FolderImages): string[] {
  const { meta, body } = article
  const named = [...body.matchAll(SOURCES), ...body.matchAll(SETTING)].map(([, , src = '']) => src)
  const relative = named.filter((src) => IMAGE.test(src.split(/[?#]/, 1)[0] ?? '') && !/^(?:[a-z]+:|\/)/i.test(src))
  const all = [...(meta.image ? [meta.image.src] : []), ...relative]
  return [...new Set(all)].filter((src) => images(src, article) === undefined)
}
