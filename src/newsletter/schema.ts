import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { TOKEN_DAYS } from '../content/newsletter.ts'

const DAY_MS = 86_400_000
/** Files of the versions before this number was kept have 0. */
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

/** A row that a file lacks the end of is one that has ended. */
const TOKEN_END = `ALTER TABLE subscribers ADD COLUMN token_expires_at TEXT NOT NULL DEFAULT '1970-01-01T00:00:00.000Z'`

/** On which days somebody looked for addresses that wait too long, and the last row there was then (SUB-14). */
const LOOKS = 'CREATE TABLE looks (day TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT'

/** When a token made at this time ends. */
export function tokenEnd(at: string): string {
  return daysFrom(at, TOKEN_DAYS)
}

export function daysFrom(at: string, days: number): string {
  return new Date(Date.parse(at) + days * DAY_MS).toISOString()
}

/** One of a later release keeps what this one knows. */
export function isMigrated(db: DatabaseSyncInstance): boolean {
  return versionOf(db) >= VERSION
}

function versionOf(db: DatabaseSyncInstance): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version)
}

/**
 * Brings a file to the tables of this version, whole or not at all; several processes may do so at once. Tokens made
 * before they had an end get a whole term from now: their addresses are in somebody's mailbox.
 */
export function migrate(db: DatabaseSyncInstance, at: string): void {
  if (isMigrated(db)) return
  inTransaction(db, () => {
    // Another process may have done it while this one waited.
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

/** Takes the right to write first, so that what it reads stays true. */
export function inTransaction(db: DatabaseSyncInstance, work: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    work()
    db.exec('COMMIT')
  } catch (error) {
    // SQLite has rolled back by itself after some errors.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
