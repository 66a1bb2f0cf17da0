import { closeSync, existsSync, mkdirSync, openSync, readSync, rmdirSync, statSync } from 'node:fs'
import { FileBusyError } from './sqlite-error.ts'

/** Earlier releases held their lock only for a moment: a folder this old is abandoned. Milliseconds. */
const LEFT_BEHIND_MS = 5000
/**
 * Offset of the write version in a database: 1 is the rollback journal, 2 the write-ahead log (SQLite's file format).
 */
const WRITE_VERSION_AT = 18
const ROLLBACK = 1

/** The lock folder that each file waits for, and since when, by the process' own clock. */
const seen = new Map<string, { changedAt: number; since: number }>()

/**
 * Runs the work while no earlier release can write. Those lock with a folder of this name, which SQLite ignores: it
 * would take their journal for one left by a crash. They cannot open files with a write-ahead log.
 * @throws {FileBusyError} while another process has the folder
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
    // Earlier releases remove a lock that is this old, so it may be gone.
    if (existsSync(folder)) rmdirSync(folder)
  }
}

/**
 * Reads the file only while no process has it open: closing it here would release SQLite's locks (close(2)).
 */
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

/** Measures the age itself, because the wall clock may change. */
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
