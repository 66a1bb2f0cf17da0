import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from './error-code.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** An older temporary file belongs to a killed process. Milliseconds. */
const ABANDONED_AFTER = 3_600_000

/**
 * Replaces or makes a file: readers get the old one or the new one, whole, also when several processes write.
 * @throws the system's error; the old file stays
 */
export async function replaceFile(path: string, content: string | Uint8Array[]): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await refuseIrregular(path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(temporary, content, { flag: 'wx' })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  } finally {
    await removeAbandoned(path).catch(() => {})
  }
}

/** `rename` would replace a device or a FIFO of another program. */
async function refuseIrregular(path: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (stats && !stats.isFile()) throw new Error('not a regular file')
}

async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = `${basename(path)}.`
  const names = await readdir(folder)
  const temporary = names.filter((name) => name.startsWith(prefix) && UUID.test(name.slice(prefix.length)))
  for (const file of temporary.map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(file)
  }
}
