import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The inputs of a content, without their tests. */
export async function keyOf(folders: readonly string[], files: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256')
  const inFolders = await Promise.all(folders.map(filesIn))
  for (const file of [...inFolders.flat(), ...files]) {
    if (!file.endsWith('.test.ts')) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}
