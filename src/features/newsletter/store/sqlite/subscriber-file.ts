import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  BrokenFileError,
  emptyLog,
  FileBusyError,
  inTransaction,
  isBroken,
  isBusy,
  reasonOf,
  runOperation,
  type Statements,
} from '../../../../system/sql/sqlite.ts'
import type { Notify } from '../notice.ts'
import { type CallName, type Calls, effectOf, operationOf } from '../operations/operations.ts'
import { updateTables } from './schema.ts'

const PARTS = ['', '-wal', '-journal', '-shm'] as const
/** Other processes may have the same broken file. */
const GUARD_WAIT_MS = 5000

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}

/** A move that stopped halfway leaves a log alone. */
export function hasStrayParts(path: string): boolean {
  return inodeOf(path) === undefined && (existsSync(`${path}-wal`) || existsSync(`${path}-journal`))
}

/** One of several processes renames a broken file with all its parts. */
function setAside(path: string, inode: bigint | undefined, at: string, problem: string, notify: Notify): void {
  const guard = new DatabaseSync(`${path}.guard`, { timeout: GUARD_WAIT_MS })
  try {
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

export interface SubscriberFile {
  call<N extends CallName>(name: N, ...args: Calls[N]['args']): Calls[N]['value']
  /** Neither the file nor its log keeps deleted data. */
  scrub(): void
  isInPlace(): boolean
  close(): void
}

interface Opening {
  at: string
  notify: Notify
  /** Milliseconds. */
  timeout: number
}

const MAX_PROBLEMS = 10
const OWNER_ONLY = 0o600

/**
 * Sets a broken file aside (SUB-6).
 * @throws where the file is unusable; after an error that `isBusy` recognises, try again
 */
export function openSubscriberFile(path: string, opening: Opening): SubscriberFile {
  mkdirSync(dirname(path), { recursive: true })
  if (hasStrayParts(path)) setAside(path, undefined, opening.at, 'a log without its database', opening.notify)
  makePrivate(path)
  const inode = inodeOf(path)
  try {
    return open(path, opening)
  } catch (error) {
    if (!isBroken(error)) throw error
    setAside(path, inode, opening.at, reasonOf(error), opening.notify)
    makePrivate(path)
    return open(path, opening)
  }
}

function makePrivate(path: string): void {
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY))
  } catch (error) {
    // Another process has created it.
    if (!existsSync(path)) throw error
  }
}

function open(path: string, { notify, timeout }: Opening): SubscriberFile {
  const before = inodeOf(path)
  const db = new DatabaseSync(path, { timeout })
  try {
    const inode = inodeOf(path)
    if (before !== undefined && before !== inode) throw new FileBusyError('another file was put in its place')
    // A write is on the disk when it is acknowledged; on macOS, when the disk has flushed its cache.
    db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON')
    // Deleted data is overwritten, and temporary data in no readable file.
    db.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
    check(db)
    const mode = String(db.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode)
    if (mode !== 'wal') notify({ kind: 'no-wal', file: path, mode })
    updateTables(db)
    return callsOf(db, placeOf(path))
  } catch (error) {
    db.close()
    throw error
  }
}

/** The open connection keeps both inodes from being used again. */
function placeOf(path: string): () => boolean {
  const [database, log] = [inodeOf(path), inodeOf(`${path}-wal`)]
  return () => inodeOf(path) === database && inodeOf(`${path}-wal`) === log
}

function check(db: DatabaseSyncInstance): void {
  const lines = db.prepare(`PRAGMA quick_check(${MAX_PROBLEMS})`).all()
  const problems = lines.map(({ quick_check: line }) => String(line)).filter((line) => line !== 'ok')
  if (problems.length > 0) throw new BrokenFileError(problems.join('; '))
}

function callsOf(db: DatabaseSyncInstance, isInPlace: () => boolean): SubscriberFile {
  const statements: Statements = new Map()
  return {
    call: (name, ...args) => {
      const operation = operationOf(name, args)
      if (effectOf(name) === 'read') return runOperation(db, operation, statements)
      const value = inTransaction(db, () => runOperation(db, operation, statements))
      // If the log cannot be emptied now, SQLite restarts it soon.
      if (effectOf(name) === 'erasure') emptyLog(db)
      return value
    },
    scrub: () => scrub(db),
    isInPlace,
    close: () => {
      statements.clear()
      db.close()
    },
  }
}

function scrub(db: DatabaseSyncInstance): void {
  db.exec('VACUUM')
  if (!emptyLog(db)) throw new FileBusyError('somebody reads from the log')
}

const BUSY_LIMIT_MS = 30_000
const TRY_MS = 1000
const PAUSE_MS = 50

export async function withFile<T>(
  path: string,
  { at, notify }: { at: string; notify: Notify },
  work: (file: SubscriberFile) => T,
): Promise<T> {
  for (const until = performance.now() + BUSY_LIMIT_MS; ; ) {
    let file: SubscriberFile | undefined
    try {
      file = openSubscriberFile(path, { at, notify, timeout: TRY_MS })
      return work(file)
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await wait(PAUSE_MS)
    } finally {
      file?.close()
    }
  }
}
