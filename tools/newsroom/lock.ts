import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../src/system/record.ts'
import { ImportSourceError } from './source.ts'

const LOCK_FILE = 'import-state.lock'

/**
 * Locks a folder against a second import.
 * @returns a function that releases the lock
 * @throws {ImportSourceError} while another import runs
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, LOCK_FILE)
  const holder = Number(await readFile(file, 'utf8').catch(() => ''))
  // A killed import leaves its process number behind.
  if (holder > 0 && !isRunning(holder)) await rm(file, { force: true })
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
  } catch {
    throw new ImportSourceError(`another import (process ${holder}) is at work in ${folder}; if not, remove ${file}`)
  }
  return () => rm(file, { force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}
