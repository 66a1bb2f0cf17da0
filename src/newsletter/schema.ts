import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { TOKEN_DAYS } from '../content/newsletter.ts'

const DAY_MS = 86_400_000
/** Files from before this number was introduced have 0. */
const VERSION = 2

const TABLES = `
  CREATE TABLE IF NOT EXISTS subscribers (
    id INTEGER PRIMARY KEY,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    service TEXT NOT NULL,
    group_id INTEGER NOT NULL DEFAULT 1,
    status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed')),
    created_at TEXT NOT NULL,
    confirmed_at TEXT,
    token TEXT NOT NULL UNIQUE,
    UNIQUE (service, email_key)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS salvaged (file TEXT PRIMARY KEY, rows INTEGER NOT NULL) STRICT`

/** A row without an end time counts as expired. */
const TOKEN_END = `ALTER TABLE subscribers ADD COLUMN token_expires_at TEXT NOT NULL DEFAULT '1970-01-01T00:00:00.000Z'`

/** Days with a deletion pass, and the last row at that time (SUB-14). */
const LOOKS = 'CREATE TABLE looks (day TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT'

/** Expiry of a token made at this time. */
export function tokenEnd(at: string): string {
  return daysFrom(at, TOKEN_DAYS)
}

export function daysFrom(at: string, days: number): string {
  return new Date(Date.parse(at) + days * DAY_MS).toISOString()
}

/** A later release's file keeps the tables of this one. */
export function isMigrated(db: DatabaseSyncInstance): boolean {
  return versionOf(db) >= VERSION
}

function versionOf(db: DatabaseSyncInstance): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version)
}

/**
 * Migrates a file to the current tables in one transaction; several processes may try at once. Tokens without an expiry
 * get a whole term from now, because their links are in mailboxes.
 */
export function migrate(db: DatabaseSyncInstance, at: string): void {
  if (isMigrated(db)) return
  inTransaction(db, () => {
    // Another process may have done it during the wait for the lock.
    const version = versionOf(db)
    if (version >= VERSION) return
    if (version < 1) {
      db.exec(TABLES)
      db.exec(TOKEN_END)
      db.prepare('UPDATE subscribers SET token_expires_at = ?').run(tokenEnd(at))
    }
    db.exec(LOOKS)
    db.exec(`PRAGMA user_version = ${VERSION}`)
  })
}

/** Takes the write lock first, so that what it reads stays valid. */
export function inTransaction(db: DatabaseSyncInstance, work: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    work()
    db.exec('COMMIT')
  } catch (error) {
    // SQLite rolls back on its own after some errors.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
