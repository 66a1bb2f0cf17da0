import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readRegularFile } from '../regular-file.ts'
import { systemCode } from '../system-code.ts'

/** Of a text of a newsroom, and of the list of what was imported. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024
/** Ends the names of files that are being written. */
const UNFINISHED = '.unfinished'

/** Writes a file as a whole: whoever looks finds the old one or the new one, and no half of either, after a power cut too. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file + UNFINISHED, content, { flush: true })
  await rename(file + UNFINISHED, file)
}

/** Takes away what an import that was killed had begun to write. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names) if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true })
}

/** The text of a file; undefined when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readRegularFile(file, MAX_TEXT_BYTES)).toString()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Short name of a content, for telling whether it is the same. */
export function fingerprint(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
