import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../system/record.ts'

/** Some systems cannot flush a folder; they write it in order. */
const NOT_FOR_FOLDERS = new Set(['EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'EBADF', 'ENOTSUP'])

/**
 * A crash of the machine may otherwise leave empty files. Blocks its thread, so that the files of readers need not wait
 * for one of the pool.
 */
export function syncTreeAtOnce(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTreeAtOnce(path)
    else syncAtOnce(path)
  }
  try {
    syncAtOnce(folder)
  } catch (error) {
    if (!NOT_FOR_FOLDERS.has(systemCode(error) ?? '')) throw error
  }
}

function syncAtOnce(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Returns once the disk knows the names in a folder. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!NOT_FOR_FOLDERS.has(systemCode(error) ?? '')) throw error
  }
}
