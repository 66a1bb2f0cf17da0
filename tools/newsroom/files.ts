import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readRegularFile } from '../../src/system/files.ts'
import { systemCode } from '../../src/system/record.ts'

const MAX_TEXT_BYTES = 256 * 1024 * 1024
const UNFINISHED = '.unfinished'

/** Readers never see a part, even after a power cut. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file + UNFINISHED, content, { flush: true })
  await rename(file + UNFINISHED, file)
}

export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names) if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true })
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readRegularFile(file, MAX_TEXT_BYTES)).toString()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

export function fingerprint(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
