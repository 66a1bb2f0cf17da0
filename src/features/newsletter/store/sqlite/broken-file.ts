import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Notify } from '../notice.ts'

/** Suffixes of SQLite's files for one database. */
const PARTS = ['', '-wal', '-journal', '-shm'] as const
/** Limit of the wait for other processes that handle the same broken file. Milliseconds. */
const GUARD_WAIT_MS = 5000

export function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}

/** A process that stopped halfway through moving both leaves a log without its database. */
export function hasStrayParts(path: string): boolean {
  return inodeOf(path) === undefined && (existsSync(`${path}-wal`) || existsSync(`${path}-journal`))
}

/**
 * Renames a broken file with all its parts, so that a new one can start; deletes nothing. Only one of several processes
 * does so: the others see another file, or none.
 * @param inode of the broken file
 */
export function setAside(path: string, inode: bigint | undefined, at: string, problem: string, notify: Notify): void {
  const guard = new DatabaseSync(`${path}.guard`, { timeout: GUARD_WAIT_MS })
  try {
    // A SQLite lock ends with the process that holds it.
    guard.exec('BEGIN EXCLUSIVE')
    if (inodeOf(path) !== inode) return
    const keptAs = `${path}.broken-${at.replace(/\W/g, '')}`
    for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, keptAs + part)
    notify({ kind: 'set-aside', file: path, keptAs, problem })
  } finally {
    guard.close()
  }
}

export function partsSetAside(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(`${basename(path)}.broken-`))
    .sort()
    .map((entry) => join(folder, entry))
}
