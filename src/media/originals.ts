import { readdir, stat } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { folderImageMark, folderImagePath, IMAGE_EXTENSIONS, markIn } from '../content/folder-image.ts'
import { fileStamp } from '../system/files.ts'

export interface Original {
  file: string
  revision: string
  bytes: number
}

/** Milliseconds between two readings of a folder. */
const LISTED_FOR = 2000

/**
 * @param images `{yyyy}/{mm}/{name}`; names of those elsewhere have a mark (SRC-71)
 * @returns a function of a path without its extension; undefined: there is none
 */
export function originalsIn(images: string): (name: string) => Promise<Original | undefined> {
  const newsroom = dirname(images)
  let listed: Promise<ReadonlyMap<string, string>> | undefined
  let until = 0
  const marked = (): Promise<ReadonlyMap<string, string>> => {
    if (!listed || Date.now() > until) {
      until = Date.now() + LISTED_FOR
      listed = markedFiles(newsroom)
    }
    return listed
  }
  return async (name) => {
    for (const extension of IMAGE_EXTENSIONS) {
      const original = await originalAt(join(images, name + extension))
      if (original) return original
    }
    const mark = markIn(name)
    const file = mark === undefined ? undefined : (await marked()).get(mark)
    // One file has one name, whatever stands before its mark elsewhere.
    const isItsName =
      file !== undefined && folderImagePath(file, '0000-00').endsWith(`/${name.slice(name.lastIndexOf('/') + 1)}.webp`)
    return isItsName ? originalAt(join(newsroom, file)) : undefined
  }
}

async function originalAt(file: string): Promise<Original | undefined> {
  const stats = await stat(file).catch(() => undefined)
  return stats?.isFile() ? { file, revision: fileStamp(stats), bytes: stats.size } : undefined
}

const EXTENSIONS: ReadonlySet<string> = new Set(IMAGE_EXTENSIONS)

async function markedFiles(newsroom: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(newsroom, { recursive: true, withFileTypes: true }).catch(() => [])
  // A link may lead out of the folder.
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(newsroom, join(entry.parentPath, entry.name)))
  const images = files
    .filter((file) => EXTENSIONS.has(extname(file).toLowerCase()))
    .map((file) => file.replaceAll('\\', '/'))
  return new Map(images.map((file) => [folderImageMark(file), file]))
}
