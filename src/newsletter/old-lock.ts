import { closeSync, existsSync, mkdirSync, openSync, readSync, rmdirSync, statSync } from 'node:fs'
import { FileBusyError } from './sqlite-error.ts'

/** Earlier releases took a lock for a moment only: a folder that stays for this long was left behind. Milliseconds. */
const LEFT_BEHIND_MS = 5000
/** Where a database says how it is written: 1 is the rollback journal, 2 the write-ahead log (SQLite's file format). */
const WRITE_VERSION_AT = 18
const ROLLBACK = 1

/** The folder that each file waits for, since when, by the process' own clock. */
const seen = new Map<string, { changedAt: number; since: number }>()

/**
 * Runs the work while no earlier release can be writing: those locked by a folder of this name, and SQLite, which does
 * not know of it, would take their journal for one that a crash has left. Files with a write-ahead log they cannot open.
 * @throws {FileBusyError} while the folder is somebody else's
 */
export function withOldLock<T>(path: string, work: () => T): T {
  if (!mayBeUsedByEarlierReleases(path)) return work()
  const folder = `${path}.lock`
  try {
    mkdirSync(folder)
  } catch {
    removeIfLeftBehind(folder)
    throw new FileBusyError(`an earlier release has the lock ${folder}`)
  }
  seen.delete(folder)
  try {
    return work()
  } finally {
    // An earlier release may have taken a lock away that was held for so long.
    if (existsSync(folder)) rmdirSync(folder)
  }
}

/** Looks into the file only where nobody has it open: closing it here would let go of what SQLite has locked (close(2)). */
function mayBeUsedByEarlierReleases(path: string): boolean {
  if (existsSync(`${path}-wal`) || !existsSync(path)) return false
  const descriptor = openSync(path, 'r')
  try {
    const byte = Buffer.alloc(1)
    return readSync(descriptor, byte, 0, 1, WRITE_VERSION_AT) === 1 && byte[0] === ROLLBACK
  } finally {
    closeSync(descriptor)
  }
}

/** By how long it was watched: the clock on the wall may be set meanwhile. */
function removeIfLeftBehind(folder: string): void {
  try {
    const changedAt = statSync(folder).mtimeMs
    const known = seen.get(folder)
    if (known?.changedAt !== changedAt) seen.set(folder, { changedAt, since: performance.now() })
    else if (performance.now() - known.since > LEFT_BEHIND_MS) rmdirSync(folder)
  } catch {
    // Released in the meantime.
  }
}
