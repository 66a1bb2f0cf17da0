import { lstat, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export class FolderExists extends Error {
  override readonly name = 'FolderExists'
}

/** @throws {FolderExists} */
export async function refuseExisting(folder: string): Promise<void> {
  const entry = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (entry) throw new FolderExists(`${folder} exists already: choose another name, or remove it first`)
}

/**
 * Names the folder once it is complete.
 * @param files by paths below it
 * @throws {FolderExists}
 */
export async function writeFolder(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await refuseExisting(folder)
  const made = await mkdir(dirname(folder), { recursive: true })
  const unfinished = `${folder}.unfinished-${process.pid}`
  try {
    await mkdir(unfinished)
    for (const [path, text] of Object.entries(files)) {
      const file = join(unfinished, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    await refuseExisting(folder)
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (made !== undefined) await removeEmpty(dirname(folder), made)
    throw error
  }
}

/** Removes empty folders up to `last`. */
async function removeEmpty(folder: string, last: string): Promise<void> {
  const isRemoved = await rmdir(folder).then(
    () => true,
    () => false,
  )
  if (isRemoved && folder !== last) await removeEmpty(dirname(folder), last)
}
