import { shortHash } from '../system/short-hash.ts'
import { slugOf } from './slug.ts'

/** Cut and resized (SRC-71). */
export const IMAGE_EXTENSIONS = ['.webp', '.jpg', '.jpeg', '.png', '.avif'] as const

const MARK = 10
/** `/2026/03/name-0123456789.webp`: the mark identifies the folder's file. */
const MARKED = /-([0-9a-f]{10})$/

/**
 * Gives an image anywhere in a newsroom's folder the usual form.
 * @param file relative to the folder, with slashes
 * @param date of the article, `YYYY-MM-…`
 */
export function folderImagePath(file: string, date: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const words = slugOf(name)
    .replace(/[^a-z0-9-]+/g, '')
    .slice(0, 60)
  return `/${date.slice(0, 4)}/${date.slice(5, 7)}/${words === '' ? 'image' : words}-${folderImageMark(file)}.webp`
}

export function folderImageMark(file: string): string {
  return Buffer.from(shortHash(file, 2 * MARK), 'base64url')
    .toString('hex')
    .slice(0, MARK)
}

/** @param name of an image without its extension; undefined: it is none of these */
export function markIn(name: string): string | undefined {
  return MARKED.exec(name)?.[1]
}
