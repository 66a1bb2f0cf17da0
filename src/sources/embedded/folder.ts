import { statSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileStamp, readRegularTextAtOnce } from '../../system/files.ts'
import { takingTurns } from '../../system/steps.ts'
import { wellFormed } from '../../system/well-formed.ts'
import { digestOf, type FileStats, type IndexedArticle, type NewsroomIndex } from './newsroom-index.ts'

/** Bytes; the portal's longest article takes a fiftieth (COST-35). */
export const MAX_FILE_BYTES = 2 * 1024 * 1024

/** A text file of the newsroom, the same object while the file is unchanged. */
export interface NewsroomFile {
  /** Relative to the folder. */
  readonly path: string
  readonly text: string
  /** Of the last scan. */
  stats?: FileStats
  readonly indexed?: IndexedArticle
  /** Whether the text that the index knows is not in memory. */
  readonly isUnread?: boolean
  /** The same words are in another file now. @param path where they are */
  moved?(path: string): void
  readonly tooLarge?: number
}

interface Known {
  stamp: string
  file: NewsroomFile
}

/**
 * Reads a folder's text files, and after the first time only the changed ones. A file with other dates and the same words has not changed:
 * the folder may be a link that leads to another one from now on.
 * @param index knows files that need not be read
 */
export function createFolder(folder: string, index?: NewsroomIndex) {
  let known = new Map<string, Known>()
  /** Files whose text is not the one that the index knows. */
  const outdated = new Set<NewsroomFile>()
  const newFile = async (root: string, path: string, stats: FileStats, isOutdated: boolean): Promise<NewsroomFile> => {
    if (stats.size > MAX_FILE_BYTES) return { path, text: '', tooLarge: stats.size }
    // A file that was not what the index says is read, whatever its dates are.
    const indexed = isArticle(path) && !isOutdated ? await index?.matching(path, stats) : undefined
    if (!indexed) return { path, text: textOf(`${root}/${path}`), stats }
    const file = indexedFile(`${root}/${path}`, stats, indexed, () => outdated.add(file))
    return file
  }
  return {
    async read(): Promise<{ files: NewsroomFile[]; hasChanged: boolean }> {
      // Once, so that all files of a scan are of one folder.
      const root = await realpath(folder)
      const paths = await textFiles(root)
      const pause = takingTurns()
      const next = new Map<string, Known>()
      let hasChanged = paths.length !== known.size
      for (const path of paths) {
        // The folder is scanned every few seconds, and a promise for each file takes five times as long.
        const stats = statSync(`${root}/${path}`, { throwIfNoEntry: false })
        await pause()
        // Removed since the listing.
        if (!stats) {
          hasChanged = true
          continue
        }
        const { size, mtimeMs: modified } = stats
        const stamp = fileStamp(stats)
        const before = known.get(path)
        const isOutdated = before !== undefined && outdated.has(before.file)
        if (before?.stamp === stamp && !isOutdated) {
          next.set(path, before)
          continue
        }
        const now = { size, modified, stamp }
        if (before && !isOutdated && hasSameWords(before.file, `${root}/${path}`, now)) {
          next.set(path, { stamp, file: before.file })
          continue
        }
        hasChanged = true
        next.set(path, { stamp, file: await newFile(root, path, now, isOutdated) })
      }
      known = next
      outdated.clear()
      return { files: [...next.values()].map(({ file }) => file), hasChanged }
    },
    /** Whether a text was read since the last call of `read` that differs from the index. */
    get isOutdated() {
      return outdated.size > 0
    },
  }
}

/** Reads the text of a file that may be the known one, and has the known one remember where it is. */
function hasSameWords(known: NewsroomFile, path: string, stats: FileStats): boolean {
  if (known.tooLarge !== undefined || known.stats?.size !== stats.size) return false
  const { indexed } = known
  const text = textOf(path)
  if (indexed ? digestOf(text) !== indexed.digest : text !== known.text) return false
  known.stats = stats
  known.moved?.(path)
  return true
}

export function isArticle(path: string): boolean {
  return /\.(?:html|md)$/.test(path) && (path.startsWith('pages/') || path.split('/', 2)[1] === 'articles')
}

/** @param onOutdated called when the file has another text, or none any more */
function indexedFile(path: string, stats: FileStats, indexed: IndexedArticle, onOutdated: () => void): NewsroomFile {
  let text: string | undefined
  let place = path
  return {
    path: indexed.path,
    stats,
    indexed,
    get text() {
      if (text !== undefined) return text
      let now = ''
      try {
        now = textOf(place)
      } catch {
        // The next scan reports a removed or unreadable file.
      }
      if (digestOf(now) === indexed.digest) text = now
      else onOutdated()
      return now
    },
    get isUnread() {
      return text === undefined
    },
    moved(path) {
      place = path
    },
  }
}

/** The file may have been replaced by another kind since the listing (COST-35). */
function textOf(path: string): string {
  return wellFormed(readRegularTextAtOnce(path, MAX_FILE_BYTES))
}

/** Notes about a folder, and pages of other generators that list its articles. */
const NOTES = /^(?:README|_.*)\.md$/i

async function textFiles(root: string): Promise<string[]> {
  const from = resolve(root).length + 1
  const entries = await readdir(resolve(root), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:html|md|yaml)$/.test(entry.name) && !NOTES.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(from).replaceAll('\\', '/'))
    .sort()
}
