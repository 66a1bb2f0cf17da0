import { statSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { fileStamp, readAtOnce, readRegularTextAtOnce } from '../../system/files.ts'
import { takingTurns } from '../../system/steps.ts'
import { wellFormed } from '../../system/well-formed.ts'
import { digestOf } from './digest.ts'
import type { FileStats, IndexedArticle, NewsroomIndex } from './newsroom-index.ts'
import { createTextCache, type TextCache } from './text-cache.ts'

/** Fifty times the portal's longest article (COST-35). */
export const MAX_FILE_BYTES = 2 * 1024 * 1024

/** The same object while the file is unchanged. */
export interface NewsroomFile {
  readonly path: string
  readonly text: string
  /** Of the last scan. */
  stats?: FileStats
  readonly indexed?: IndexedArticle
  /** Of an article's or a page's text. */
  readonly digest?: string
  /** The text is not in memory. */
  readonly isUnread?: boolean
  /** Keeps the text in memory. @returns false: it is gone */
  keep?(): boolean
  /**
   * Compares the text with the index, as a file of the same dates and size may differ.
   * @param isKept keeps the text in memory, where there is room
   */
  check?(isKept: boolean): void
  /** Remembers what is made of the text for as long as texts are. */
  withText?(make: () => string): string
  /** The same words are at another path. */
  moved?(path: string): void
  readonly tooLarge?: number
}

interface Known {
  stamp: string
  file: NewsroomFile
}

/**
 * Reads all text files once, then changed ones. A file with other dates and the same words is unchanged: the folder
 * may be a link that moves.
 * @param index knows files that need not be read
 */
export function createFolder(folder: string, index?: NewsroomIndex, texts = createTextCache()) {
  let known = new Map<string, Known>()
  /** The index is wrong about these. */
  const outdated = new Set<NewsroomFile>()
  const newFile = async (root: string, path: string, stats: FileStats, isOutdated: boolean): Promise<NewsroomFile> => {
    if (stats.size > MAX_FILE_BYTES) return { path, text: '', tooLarge: stats.size }
    // Dates of an outdated file prove nothing.
    const indexed = isArticle(path) && !isOutdated ? await index?.matching(path, stats) : undefined
    const at = `${root}/${path}`
    if (!indexed && !isArticle(path)) return { path, text: textOf(at), stats }
    const place = { texts, onOutdated: (file: NewsroomFile) => void outdated.add(file) }
    if (indexed) {
      // Memory already has the index's path, dates and size of an unchanged file.
      const known = indexed.stamp === stats.stamp ? indexed : stats
      return new ArticleFile(indexed.path, known, indexed.digest, at, place, indexed)
    }
    const text = textOf(at)
    const file = new ArticleFile(path, stats, digestOf(text), at, place)
    texts.set(file, text)
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
        // A promise for each file takes five times as long.
        const stats = statSync(`${root}/${path}`, { throwIfNoEntry: false })
        await pause()
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
        const file = await newFile(root, path, now, isOutdated)
        next.set(file.path, { stamp: file.stats?.stamp ?? stamp, file })
      }
      known = next
      outdated.clear()
      return { files: [...next.values()].map(({ file }) => file), hasChanged }
    },
    /** A text read since the last call of `read` differs from the index. */
    get isOutdated() {
      return outdated.size > 0
    },
  }
}

/** Has the known file remember the new place. */
function hasSameWords(known: NewsroomFile, path: string, stats: FileStats): boolean {
  if (known.tooLarge !== undefined || known.stats?.size !== stats.size) return false
  const { digest } = known
  const text = textOf(path)
  if (digest === undefined ? text !== known.text : digestOf(text) !== digest) return false
  known.stats = stats
  known.moved?.(path)
  return true
}

export function isArticle(path: string): boolean {
  return /\.(?:html|md)$/.test(path) && (path.startsWith('pages/') || path.split('/', 2)[1] === 'articles')
}

interface Place {
  texts: TextCache
  /** Called when the text is another one, or gone. */
  onOutdated(file: NewsroomFile): void
}

/** Reads its text when it is needed; those used last stay in memory. */
class ArticleFile implements NewsroomFile {
  #isChecked: boolean
  #made: object | undefined
  #kept: string | undefined

  constructor(
    readonly path: string,
    public stats: FileStats,
    readonly digest: string,
    private at: string,
    private readonly place: Place,
    readonly indexed?: IndexedArticle,
  ) {
    this.#isChecked = indexed === undefined
  }

  get text(): string {
    const { texts } = this.place
    const known = this.#kept ?? texts.get(this)
    if (known !== undefined) return known
    const text = this.#read()
    if (text.isSame) texts.set(this, text.now)
    return text.now
  }

  get isUnread(): boolean {
    return this.#kept === undefined && !this.place.texts.has(this)
  }

  keep(): boolean {
    this.#kept ??= this.place.texts.get(this)
    return this.#kept !== undefined
  }

  check(isKept: boolean): void {
    if (this.#isChecked || this.#kept !== undefined) return
    if (isKept && this.place.texts.hasRoomFor(this.stats.size)) void this.text
    else if (this.#hasSameBytes()) this.#isChecked = true
    else this.#read()
  }

  withText(make: () => string): string {
    const { texts } = this.place
    this.#made ??= {}
    const known = texts.get(this.#made)
    if (known !== undefined) return known
    const made = make()
    if (!this.isUnread) texts.set(this.#made, made)
    return made
  }

  moved(path: string): void {
    this.at = path
  }

  /** Ten thousand unread texts would leave a hundred megabytes of garbage. */
  #hasSameBytes(): boolean {
    try {
      return readAtOnce(this.at, MAX_FILE_BYTES, digestOf) === this.digest
    } catch {
      return false
    }
  }

  #read(): { now: string; isSame: boolean } {
    let now = ''
    try {
      now = textOf(this.at)
    } catch {
      // The next scan reports it.
    }
    this.#isChecked = true
    const isSame = digestOf(now) === this.digest
    if (!isSame) this.place.onOutdated(this)
    return { now, isSame }
  }
}

/** The file may be another kind by now (COST-35). */
function textOf(path: string): string {
  return wellFormed(readRegularTextAtOnce(path, MAX_FILE_BYTES))
}

/** Notes, and pages of other generators that list articles. */
const NOTES = /^(?:README|_.*)\.md$/i

async function textFiles(root: string): Promise<string[]> {
  const from = resolve(root).length + 1
  const entries = await readdir(resolve(root), { recursive: true, withFileTypes: true })
  return (
    entries
      .filter((entry) => entry.isFile() && /\.(?:html|md|yaml)$/.test(entry.name) && !NOTES.test(entry.name))
      // `join` takes longer than the listing.
      .map((entry) => `${entry.parentPath}${sep}${entry.name}`.slice(from).replaceAll('\\', '/'))
      .sort()
  )
}
