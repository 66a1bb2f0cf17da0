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
  /** The token confirms until then. */
  tokenExpiresAt: string
}

/** The subscribers' file, opened. Every call takes as long as the disk does, and throws what SQLite throws. */
export interface SubscriberFile {
  /** @param at the time, of which the file has no idea of its own */
  subscribe(email: string, service: string, at: string): 'added' | 'known'
  tokenState(token: string, at: string): TokenState
  confirm(token: string, at: string): ConfirmationOutcome
  all(status?: Subscriber['status']): Subscriber[]
  /**
   * Gives addresses that wait a token that is good for a whole term from now; those that have ended are replaced. Who has
   * waited too long gets none.
   */
  renewTokens(at: string): void
  /** @returns of each address the portals that it is removed from; when it throws, none is */
  remove(emails: readonly string[]): string[][]
  /** Deletes some of the addresses that nobody has confirmed in time. */
  forget(at: string): Forgotten
  /** Writes the file from its rows alone, and empties its log: nothing of what was deleted is left in either. */
  scrub(): void
  /** Whether what is written here lies under the file's name still. */
  isInPlace(): boolean
  close(): void
}

interface Opening {
  at: string
  notify: Notify
  /** How long a call waits for another process, all else in this thread with it. Milliseconds. */
  wait: number
}

const MAX_PROBLEMS = 10
const OWNER_ONLY = 0o600

/**
 * Opens the file, and makes it if there is none: recovered as SQLite does, looked over, brought to this release's tables.
 * A broken one is set aside, and what can be read of it taken over (SUB-5, SUB-6).
 * @throws where it cannot be used; what `isBusy` knows is worth another try
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

/** A new file is its owner's only, and so is what SQLite puts next to it. */
function makePrivate(path: string): void {
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY))
  } catch (error) {
    // Another process has made it in the meantime.
    if (!existsSync(path)) throw error
  }
}

function open(path: string, { at, notify, wait }: Opening): SubscriberFile {
  const before = inodeOf(path)
  const db = new DatabaseSync(path, { timeout: wait })
  try {
    const inode = inodeOf(path)
    if (before !== undefined && before !== inode) throw new FileBusyError('another file was put in its place')
    // Nothing is acknowledged before the disk has it, and on macOS not before the disk says that it is more than a cache.
    db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON')
    // What is deleted is overwritten, and no part of the file goes where others could read it.
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

/** Asked after each call whether the database and its log are those that were opened. Who opened them keeps both there. */
function placeOf(path: string): () => boolean {
  const [database, log] = [inodeOf(path), inodeOf(`${path}-wal`)]
  return () => inodeOf(path) === database && inodeOf(`${path}-wal`) === log
}

/** Earlier releases could leave indices behind that say something else than the rows: a reader was "known" without one. */
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
  // An address that waits behind a token that has ended, or has waited so long that it would be deleted when that ends, is
  // one that subscribes. A token that is good stays: it may be in somebody's mailbox.
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
