import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { emailKey, UNCONFIRMED_DAYS } from '../content/newsletter.ts'
import { hasStrayParts, inodeOf, salvage, setAside } from './broken-file.ts'
import { emptyLog, type Forgotten, forgetUnconfirmed, renewTokens } from './forgetting.ts'
import type { Notify } from './notice.ts'
import { withOldLock } from './old-lock.ts'
import { daysFrom, inTransaction, isMigrated, migrate, tokenEnd } from './schema.ts'
import { BrokenFileError, FileBusyError, isBroken, reasonOf } from './sqlite-error.ts'
import type { ConfirmationOutcome, TokenState } from './subscribers.ts'
import { newToken } from './token.ts'

/** One row of the file. Times are ISO 8601, UTC. */
export interface Subscriber {
  email: string
  service: string
  group: number
  status: 'pending' | 'confirmed'
  createdAt: string
  confirmedAt: string | undefined
  token: string
  /** Expiry of the token. */
  tokenExpiresAt: string
}

/** The open subscribers' file. Calls block on the disk and throw SQLite's errors. */
export interface SubscriberFile {
  /** @param at the current time, passed in by the caller */
  subscribe(email: string, service: string, at: string): 'added' | 'known'
  tokenState(token: string, at: string): TokenState
  confirm(token: string, at: string): ConfirmationOutcome
  all(status?: Subscriber['status']): Subscriber[]
  /**
   * Gives pending addresses a token for a whole term from now, and replaces expired ones. Overdue addresses get none.
   */
  renewTokens(at: string): void
  /** @returns for each address the portals that it was removed from; when it throws, nothing was removed */
  remove(emails: readonly string[]): string[][]
  /** Deletes a batch of addresses that were not confirmed in time. */
  forget(at: string): Forgotten
  /** Rebuilds the file from its rows and empties its log, so that neither has deleted data. */
  scrub(): void
  /** Whether the open file is still the one under its name. */
  isInPlace(): boolean
  close(): void
}

interface Opening {
  at: string
  notify: Notify
  /** How long a call waits for another process, and blocks this thread. Milliseconds. */
  timeout: number
}

const MAX_PROBLEMS = 10
const OWNER_ONLY = 0o600

/**
 * Opens or creates the file: recovers it with SQLite, checks it, migrates it. Sets a broken one aside and recovers its
 * readable rows (SUB-5, SUB-6).
 * @throws where the file is unusable; after an error that `isBusy` recognises, try again
 */
export function openSubscriberFile(path: string, opening: Opening): SubscriberFile {
  mkdirSync(dirname(path), { recursive: true })
  if (hasStrayParts(path)) setAside(path, undefined, opening.at, 'a log without its database', opening.notify)
  makePrivate(path)
  const inode = inodeOf(path)
  try {
    return withOldLock(path, () => open(path, opening))
  } catch (error) {
    if (!isBroken(error)) throw error
    setAside(path, inode, opening.at, reasonOf(error), opening.notify)
    makePrivate(path)
    return open(path, opening)
  }
}

/** Only the owner may read a new file and SQLite's files next to it. */
function makePrivate(path: string): void {
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY))
  } catch (error) {
    // Another process has created it in the meantime.
    if (!existsSync(path)) throw error
  }
}

function open(path: string, { at, notify, timeout }: Opening): SubscriberFile {
  const before = inodeOf(path)
  const db = new DatabaseSync(path, { timeout })
  try {
    const inode = inodeOf(path)
    if (before !== undefined && before !== inode) throw new FileBusyError('another file was put in its place')
    // Acknowledges a write only when it is on the disk; on macOS, when the disk has flushed its cache.
    db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON')
    // Overwrites deleted data, and keeps temporary data out of files that others could read.
    db.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
    const isOld = !isMigrated(db) && hasTable(db)
    if (isOld) checkOldFile(db, path, notify)
    else check(db, 'quick_check')
    const mode = String(db.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode)
    if (mode !== 'wal') notify({ kind: 'no-wal', file: path, mode })
    migrate(db, at)
    if (isOld) notify({ kind: 'migrated', file: path })
    salvage(db, path, at, notify)
    return callsOf(db, placeOf(path))
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Checks after each call whether the database and its log are still the opened files. The open connection keeps both
 * in place.
 */
function placeOf(path: string): () => boolean {
  const [database, log] = [inodeOf(path), inodeOf(`${path}-wal`)]
  return () => inodeOf(path) === database && inodeOf(`${path}-wal`) === log
}

/** Earlier releases could leave indices that contradict the rows: a reader was "known" without a row. */
function checkOldFile(db: DatabaseSyncInstance, path: string, notify: Notify): void {
  const problems = problemsOf(db, 'integrity_check')
  if (problems.length === 0) return
  try {
    db.exec('REINDEX')
  } catch (error) {
    throw new BrokenFileError(`${problems.join('; ')}; ${reasonOf(error)}`)
  }
  check(db, 'integrity_check')
  notify({ kind: 'reindexed', file: path, problems })
}

function check(db: DatabaseSyncInstance, how: 'quick_check' | 'integrity_check'): void {
  const problems = problemsOf(db, how)
  if (problems.length > 0) throw new BrokenFileError(problems.join('; '))
}

function problemsOf(db: DatabaseSyncInstance, how: 'quick_check' | 'integrity_check'): string[] {
  const lines = db
    .prepare(`PRAGMA ${how}(${MAX_PROBLEMS})`)
    .all()
    .map((row) => String(row[how]))
  return lines.filter((line) => line !== 'ok')
}

function hasTable(db: DatabaseSyncInstance): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'subscribers'`).get() !== undefined
}

function callsOf(db: DatabaseSyncInstance, isInPlace: () => boolean): SubscriberFile {
  // A pending address subscribes again if its token has expired, or if the address would be deleted when it expires. A
  // valid token stays: it may be in a mailbox.
  const insert = db.prepare(
    `INSERT INTO subscribers (email, email_key, service, created_at, token, token_expires_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (service, email_key) DO UPDATE
       SET created_at = excluded.created_at, token_expires_at = excluded.token_expires_at,
         token = iif(token_expires_at <= excluded.created_at, excluded.token, token)
       WHERE status = 'pending' AND (token_expires_at <= excluded.created_at OR created_at <= ?)`,
  )
  const byToken = db.prepare('SELECT status, token_expires_at FROM subscribers WHERE token = ?')
  const confirm = db.prepare(
    `UPDATE subscribers SET status = 'confirmed', confirmed_at = ?
     WHERE token = ? AND status = 'pending' AND token_expires_at > ?`,
  )
  const tokenState = (token: string, at: string): TokenState => {
    const row = byToken.get(token)
    if (!row) return 'unknown'
    if (row.status === 'confirmed') return 'confirmed'
    return String(row.token_expires_at) > at ? 'waiting' : 'expired'
  }
  return {
    subscribe(email, service, at) {
      const tooLong = daysFrom(at, -UNCONFIRMED_DAYS)
      const { changes } = insert.run(email, emailKey(email), service, at, newToken(), tokenEnd(at), tooLong)
      return Number(changes) > 0 ? 'added' : 'known'
    },
    tokenState,
    confirm(token, at) {
      if (Number(confirm.run(at, token, at).changes) > 0) return 'confirmed'
      const state = tokenState(token, at)
      return state === 'waiting' ? 'expired' : state
    },
    all: (status) =>
      db
        .prepare('SELECT * FROM subscribers WHERE ? IS NULL OR status = ? ORDER BY id')
        .all(status ?? null, status ?? null)
        .map(subscriberOf),
    renewTokens: (at) => renewTokens(db, at),
    remove: (emails) => remove(db, emails),
    forget: (at) => forgetUnconfirmed(db, at),
    scrub: () => scrub(db),
    isInPlace,
    close: () => db.close(),
  }
}

function remove(db: DatabaseSyncInstance, emails: readonly string[]): string[][] {
  const byKey = db.prepare('DELETE FROM subscribers WHERE email_key = ? RETURNING service')
  let removed: string[][] = []
  inTransaction(db, () => {
    removed = emails.map((email) => byKey.all(emailKey(email)).map(({ service }) => String(service)))
  })
  return removed
}

function scrub(db: DatabaseSyncInstance): void {
  db.exec('VACUUM')
  if (!emptyLog(db)) throw new FileBusyError('somebody reads from the log')
}

function subscriberOf(row: Record<string, unknown>): Subscriber {
  return {
    email: String(row.email),
    service: String(row.service),
    group: Number(row.group_id),
    status: row.status === 'confirmed' ? 'confirmed' : 'pending',
    createdAt: String(row.created_at),
    confirmedAt: row.confirmed_at === null ? undefined : String(row.confirmed_at),
    token: String(row.token),
    tokenExpiresAt: String(row.token_expires_at),
  }
}
