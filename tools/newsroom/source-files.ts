import { lstat, realpath } from 'node:fs/promises'
import { join, posix, resolve, sep } from 'node:path'

/** Nothing outside of the folders is reached. */
export interface SourceFiles {
  find(path: string): Promise<string | undefined>
}

export function createSourceFiles(folders: readonly string[]): SourceFiles {
  return {
    async find(path) {
      for (const written of new Set([decoded(path), path])) {
        const plain = posix.normalize(`/${written}`)
        if (plain.includes('\0') || plain.includes('\\')) continue
        for (const folder of folders) {
          const file = await fileIn(folder, plain)
          if (file !== undefined) return file
        }
      }
      return undefined
    },
  }
}

async function fileIn(folder: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(resolve(folder))
    const file = await realpath(join(root, path))
    return file.startsWith(root + sep) && (await lstat(file)).isFile() ? file : undefined
  } catch {
    return undefined
  }
}

/** `100%.jpg` is not an escape. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
