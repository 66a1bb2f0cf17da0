import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readRegularFile } from '../../regular-file.ts'

/** Bytes of one file; the longest article of the portal's life has a fiftieth (COST-35). */
export const MAX_FILE_BYTES = 2 * 1024 * 1024

/** A text file of the newsroom, its path relative to the folder. The same object while the file stays the same. */
export interface NewsroomFile {
  path: string
  text: string
  /** Its size, where that is too large: its text was not read. */
  tooLarge?: number
}

interface Known {
  stamp: string
  file: NewsroomFile
}

/** Reads a folder's text files again and again, but only the ones that changed. */
export function createFolder(root: string) {
  let known = new Map<string, Known>()
  return {
    /** All `.html` and `.yaml` files, and whether anything differs from the call before. */
    async read(): Promise<{ files: NewsroomFile[]; hasChanged: boolean }> {
      const paths = await textFiles(root)
      const next = new Map<string, Known>()
      let hasChanged = paths.length !== known.size
      for (const path of paths) {
        const { mtimeMs, size } = await stat(join(root, path))
        const stamp = `${mtimeMs} ${size}`
        const before = known.get(path)
        if (before?.stamp === stamp) {
          next.set(path, before)
          continue
        }
        hasChanged = true
        const isTooLarge = size > MAX_FILE_BYTES
        const file = isTooLarge ? { path, text: '', tooLarge: size } : { path, text: await textOf(join(root, path)) }
        next.set(path, { stamp, file })
      }
      known = next
      return { files: [...next.values()].map(({ file }) => file), hasChanged }
    },
  }
}

/** Another kind of file may have taken its place since the folder was listed (COST-80). */
async function textOf(path: string): Promise<string> {
  return (await readRegularFile(path, MAX_FILE_BYTES)).toString()
}

async function textFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:html|yaml)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split('\\').join('/'))
    .sort()
}
