import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { takingTurns } from '../../content/steps.ts'
import { wellFormed } from '../../content/well-formed.ts'
import { fileStamp } from '../../system/file-stamp.ts'
import { readRegularTextAtOnce } from '../../system/regular-file.ts'

/** Maximum size of a file; the portal's longest article takes a fiftieth (COST-35). Bytes. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024

/** A text file of the newsroom, its path relative to the folder. The same object while the file is unchanged. */
export interface NewsroomFile {
  path: string
  text: string
  /** Its size when it is too large; the text is not read. */
  tooLarge?: number
}

interface Known {
  stamp: string
  file: NewsroomFile
}

/** Reads a folder's text files, and after the first time only the changed ones. */
export function createFolder(root: string) {
  let known = new Map<string, Known>()
  return {
    /** All `.html` and `.yaml` files, and whether anything changed since the last call. */
    async read(): Promise<{ files: NewsroomFile[]; hasChanged: boolean }> {
      const paths = await textFiles(root)
      const pause = takingTurns()
      const next = new Map<string, Known>()
      let hasChanged = paths.length !== known.size
      for (const path of paths) {
        // A fifth of the time that a promise for each takes: the folder is scanned every few seconds.
        const stats = statSync(join(root, path), { throwIfNoEntry: false })
        await pause()
        // Removed since the listing.
        if (!stats) {
          hasChanged = true
          continue
        }
        const { size } = stats
        const stamp = fileStamp(stats)
        const before = known.get(path)
        if (before?.stamp === stamp) {
          next.set(path, before)
          continue
        }
        hasChanged = true
        const isTooLarge = size > MAX_FILE_BYTES
        const file = isTooLarge ? { path, text: '', tooLarge: size } : { path, text: textOf(join(root, path)) }
        next.set(path, { stamp, file })
      }
      known = next
      return { files: [...next.values()].map(({ file }) => file), hasChanged }
    },
  }
}

/** The file may have been replaced by another kind since the listing (COST-80). */
function textOf(path: string): string {
  return wellFormed(readRegularTextAtOnce(path, MAX_FILE_BYTES))
}

async function textFiles(root: string): Promise<string[]> {
  const from = resolve(root).length + 1
  const entries = await readdir(resolve(root), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:html|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(from).replaceAll('\\', '/'))
    .sort()
}
