import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { TOKEN_DAYS } from '../../../content/newsletter.ts'
import { fillDigests } from '../digest.ts'
import { tokenEnd } from '../times.ts'
import { newToken } from '../token.ts'
import { inTransaction, runOperation } from './run.ts'

/** Files from before this number was introduced have 0. */
const VERSION = 4

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
const LOOKS = 'CREATE TABLE IF NOT EXISTS looks (day TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT'

interface AddedColumn {
  table: string
  column: string
  statement: string
}

/** All may be null: a process of the release before writes rows without them. */
const COLUMNS: readonly AddedColumn[] = [
  {
    table: 'subscribers',
    column: 'manage_token',
    statement: 'ALTER TABLE subscribers ADD COLUMN manage_token TEXT',
  },
  { table: 'subscribers', column: 'digest', statement: 'ALTER TABLE subscribers ADD COLUMN digest TEXT' },
  { table: 'subscribers', column: 'letter_at', statement: 'ALTER TABLE subscribers ADD COLUMN letter_at TEXT' },
  {
    table: 'subscribers',
    column: 'link_sent_at',
    statement: 'ALTER TABLE subscribers ADD COLUMN link_sent_at TEXT',
  },
]

/** Letters, issues and their deliveries. None of these has an address: it goes with the row of the subscriber. */
const MAIL_TABLES = `
  CREATE UNIQUE INDEX IF NOT EXISTS subscribers_manage_token ON subscribers (manage_token);
  CREATE INDEX IF NOT EXISTS subscribers_email_key ON subscribers (email_key);
  CREATE TRIGGER IF NOT EXISTS manage_token AFTER INSERT ON subscribers WHEN NEW.manage_token IS NULL BEGIN
    UPDATE subscribers SET manage_token = lower(hex(randomblob(11))) WHERE id = NEW.id;
  END;
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS suppressions (
    digest TEXT PRIMARY KEY, reason TEXT NOT NULL, created_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS departures (
    day TEXT NOT NULL, service TEXT NOT NULL, people INTEGER NOT NULL, PRIMARY KEY (day, service)) STRICT;
  CREATE TABLE IF NOT EXISTS letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subscriber_id INTEGER NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    created_at TEXT NOT NULL,
    due_at TEXT NOT NULL,
    leased_until TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    UNIQUE (subscriber_id, kind)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS letters_due ON letters (due_at);
  CREATE TABLE IF NOT EXISTS issues (
    id TEXT PRIMARY KEY,
    service TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at TEXT NOT NULL,
    content TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS issues_latest ON issues (service, created_at);
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    issue_id TEXT NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    subscriber_id INTEGER REFERENCES subscribers (id) ON DELETE SET NULL,
    digest TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    code INTEGER,
    due_at TEXT NOT NULL,
    leased_until TEXT,
    done_at TEXT,
    UNIQUE (issue_id, digest)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_subscriber ON deliveries (subscriber_id);
  CREATE TABLE IF NOT EXISTS leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, held_until TEXT NOT NULL) STRICT`

/** What a version 4 adds to tables: null in the rows before it, and in those of a process of the release before. */
const LATER_COLUMNS: readonly AddedColumn[] = [
  { table: 'letters', column: 'mailbox', statement: 'ALTER TABLE letters ADD COLUMN mailbox TEXT' },
  { table: 'issues', column: 'queued', statement: 'ALTER TABLE issues ADD COLUMN queued INTEGER' },
  { table: 'issues', column: 'filled_to', statement: 'ALTER TABLE issues ADD COLUMN filled_to INTEGER' },
  { table: 'issues', column: 'fill_until', statement: 'ALTER TABLE issues ADD COLUMN fill_until INTEGER' },
]

/** Limits of mails, and deliveries by the million: those that are open are found among any number of old ones. */
const SCALE_TABLES = `
  CREATE TABLE IF NOT EXISTS mailboxes (
    mailbox TEXT PRIMARY KEY, asks INTEGER NOT NULL DEFAULT 1, asked_at TEXT NOT NULL, letter_id INTEGER, mailed_at TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS mail_minutes (minute TEXT PRIMARY KEY, mails INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS delivery_counts (
    issue_id TEXT NOT NULL, outcome TEXT NOT NULL, people INTEGER NOT NULL, PRIMARY KEY (issue_id, outcome)) STRICT;
  CREATE INDEX IF NOT EXISTS letters_mailbox ON letters (mailbox);
  CREATE INDEX IF NOT EXISTS deliveries_open ON deliveries (issue_id, due_at, id) WHERE state IN ('waiting', 'deferred');
  DROP INDEX IF EXISTS deliveries_due;
  DROP INDEX IF EXISTS deliveries_digest`

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
  // The indices that are dropped have no data of people: their pages, by the hundred thousand, need not be overwritten.
  db.exec('PRAGMA secure_delete = FAST')
  try {
    inTransaction(db, () => migrateInside(db, at))
  } finally {
    db.exec('PRAGMA secure_delete = ON')
  }
}

function migrateInside(db: DatabaseSyncInstance, at: string): void {
  // Another process may have done it during the wait for the lock.
  const version = versionOf(db)
  if (version >= VERSION) return
  if (version < 1) {
    db.exec(TABLES)
    db.exec(TOKEN_END)
    db.prepare('UPDATE subscribers SET token_expires_at = ?').run(tokenEnd(at))
  }
  db.exec(LOOKS)
  if (version < 3) addMail(db)
  addColumns(db, LATER_COLUMNS)
  db.exec(SCALE_TABLES)
  db.exec(`PRAGMA user_version = ${VERSION}`)
}

function addColumns(db: DatabaseSyncInstance, columns: readonly AddedColumn[]): void {
  const known = db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?')
  for (const { table, column, statement } of columns) if (!known.get(table, column)) db.exec(statement)
}

function addMail(db: DatabaseSyncInstance): void {
  addColumns(db, COLUMNS)
  // Only an export has lengthened the term of a token.
  db.exec(
    `UPDATE subscribers SET link_sent_at = created_at
     WHERE token_expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+${TOKEN_DAYS} days')`,
  )
  const setToken = db.prepare('UPDATE subscribers SET manage_token = ? WHERE id = ?')
  for (const { id } of db.prepare('SELECT id FROM subscribers WHERE manage_token IS NULL').all()) {
    setToken.run(newToken(), Number(id))
  }
  db.exec(MAIL_TABLES)
  runOperation(db, fillDigests())
}
