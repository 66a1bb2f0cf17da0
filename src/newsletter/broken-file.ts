import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Notify } from './notice.ts'
import { inTransaction, tokenEnd } from './schema.ts'
import { isConstraint, reasonOf } from './sqlite-error.ts'

/** Suffixes of SQLite's files for one database. */
const PARTS = ['', '-wal', '-journal', '-shm'] as const
/** How long to wait for other processes that handle the same broken file. Milliseconds. */
const GUARD_WAIT_MS = 5000
/** The shortest possible row, which bounds the number of rows in a file. Bytes. */
const SHORTEST_ROW = 40

/** Inode of the file at a path; undefined: no file. */
export function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}

/** Whether a log exists without its database: a process stopped halfway through moving both. */
export function hasStrayParts(path: string): boolean {
  return inodeOf(path) === undefined && (existsSync(`${path}-wal`) || existsSync(`${path}-journal`))
}

/**
 * Renames a broken file with all its parts, so that a new one can start; deletes nothing. Of several processes that
 * find it only one does so: the others see another file, or none.
 * @param inode of the broken file
 */
export function setAside(path: string, inode: bigint | undefined, at: string, problem: string, notify: Notify): void {
  const guard = new DatabaseSync(`${path}.guard`, { timeout: GUARD_WAIT_MS })
  try {
    // A SQLite lock, which ends with the process that holds it.
    guard.exec('BEGIN EXCLUSIVE')
    if (inodeOf(path) !== inode) return
    const keptAs = `${path}.broken-${at.replace(/\W/g, '')}`
    for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, keptAs + part)
    notify({ kind: 'set-aside', file: path, keptAs, problem })
  } finally {
    guard.close()
  }
}

/**
 * Recovers the readable rows of broken files that were set aside, each file once. A transaction: if the process is
 * killed, the next one starts over.
 */
export function salvage(db: DatabaseSyncInstance, path: string, at: string, notify: Notify): void {
  const isTakenOver = db.prepare('SELECT 1 FROM salvaged WHERE file = ?')
  for (const from of brokenFiles(path)) {
    if (isTakenOver.get(basename(from))) continue
    inTransaction(db, () => {
      // Another process may have done it during the wait for the lock.
      if (isTakenOver.get(basename(from))) return
      const { rows, problem } = takeOver(from, db, at)
      db.prepare('INSERT INTO salvaged (file, rows) VALUES (?, ?)').run(basename(from), rows)
      notify({ kind: 'salvaged', file: path, from, rows, ...(problem !== undefined && { problem }) })
    })
  }
}

function brokenFiles(path: string): string[] {
  return partsSetAside(path).filter((part) => /\.broken-\d{8}T\d+Z$/.test(part))
}

/** Every broken file that was set aside, with its parts. */
export function partsSetAside(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(`${basename(path)}.broken-`))
    .sort()
    .map((entry) => join(folder, entry))
}

function takeOver(from: string, db: DatabaseSyncInstance, at: string): { rows: number; problem?: string } {
  // A reader who has subscribed again has a row already; a confirmation counts more than none.
  const insert = db.prepare(
    `INSERT INTO subscribers (email, email_key, service, group_id, status, created_at, confirmed_at, token, token_expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (service, email_key) DO UPDATE
       SET status = excluded.status, confirmed_at = excluded.confirmed_at, token = excluded.token
       WHERE excluded.status = 'confirmed' AND subscribers.status = 'pending'
     ON CONFLICT (token) DO NOTHING`,
  )
  let rows = 0
  try {
    for (const row of readableRows(from)) {
      const { email, email_key, service, status, created_at, confirmed_at, token } = row
      const texts = [email, email_key, service, status, created_at, token].map(textOf)
      if (texts.includes(undefined)) continue
      const [mailbox = '', key = '', portal = '', state = '', created = '', secret = ''] = texts
      if (state !== 'pending' && state !== 'confirmed') continue
      const group = Number(row.group_id) || 1
      const end = textOf(row.token_expires_at) ?? tokenEnd(at)
      if (
        isWritten(() =>
          insert.run(mailbox, key, portal, group, state, created, textOf(confirmed_at) ?? null, secret, end),
        )
      ) {
        rows += 1
      }
    }
    return { rows }
  } catch (error) {
    return { rows, problem: reasonOf(error) }
  }
}

/** Loses only a row that contradicts another row of the damaged file; rethrows any other failure. */
function isWritten(write: () => void): boolean {
  try {
    write()
    return true
  } catch (error) {
    if (isConstraint(error)) return false
    throw error
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Reads rows by number, and skips those on an unreadable page. */
function* readableRows(file: string): Generator<Record<string, unknown>> {
  const last = Math.ceil(statSync(file).size / SHORTEST_ROW)
  const broken = openToRead(file)
  try {
    const next = broken.prepare('SELECT * FROM subscribers NOT INDEXED WHERE id > ? ORDER BY id LIMIT 1')
    for (let id = 0; id <= last; ) {
      const row = attempt(() => next.get(id))
      if (row === 'unreadable') id += 1
      else if (row === undefined) return
      else {
        id = Number(row.id)
        yield row
      }
    }
  } finally {
    broken.close()
  }
}

/** Read-only if possible: the journal of a crash has to be replayed first. */
function openToRead(file: string): DatabaseSyncInstance {
  const readOnly = new DatabaseSync(file, { readOnly: true })
  if (attempt(() => readOnly.prepare('SELECT 1 FROM sqlite_schema').get()) !== 'unreadable') return readOnly
  readOnly.close()
  return new DatabaseSync(file)
}

function attempt<T>(read: () => T): T | 'unreadable' {
  try {
    return read()
  } catch {
    return 'unreadable'
  }
}
