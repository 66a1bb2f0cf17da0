import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { updateFile } from '../../../../system/sql/sqlite-steps.ts'

/** `user_version` of a file after the first step. Lower ones belong to files from before the first release. */
const FIRST_VERSION = 4

/**
 * Each runs once, in this order, and never changes. It only adds, because an earlier release may work on the file,
 * and ends with its `user_version`. Only `subscribers` has addresses.
 */
export const SQLITE_STEPS: readonly string[] = [
  `CREATE TABLE subscribers (
    id INTEGER PRIMARY KEY,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    service TEXT NOT NULL,
    group_id INTEGER NOT NULL DEFAULT 1,
    status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed')),
    created_at TEXT NOT NULL,
    confirmed_at TEXT,
    token TEXT NOT NULL UNIQUE,
    token_expires_at TEXT NOT NULL,
    manage_token TEXT NOT NULL,
    digest TEXT,
    letter_at TEXT,
    link_sent_at TEXT,
    UNIQUE (service, email_key)
  ) STRICT;
  CREATE UNIQUE INDEX subscribers_manage_token ON subscribers (manage_token);
  CREATE INDEX subscribers_email_key ON subscribers (email_key);
  -- Days with a deletion pass, and the last row at that time (SUB-14).
  CREATE TABLE looks (day TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE suppressions (digest TEXT PRIMARY KEY, reason TEXT NOT NULL, created_at TEXT NOT NULL) STRICT;
  CREATE TABLE departures (
    day TEXT NOT NULL, service TEXT NOT NULL, people INTEGER NOT NULL, PRIMARY KEY (day, service)) STRICT;
  CREATE TABLE letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subscriber_id INTEGER NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    mailbox TEXT,
    created_at TEXT NOT NULL,
    due_at TEXT NOT NULL,
    leased_until TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    UNIQUE (subscriber_id, kind)
  ) STRICT;
  CREATE INDEX letters_due ON letters (due_at);
  CREATE INDEX letters_mailbox ON letters (mailbox);
  CREATE TABLE issues (
    id TEXT PRIMARY KEY,
    service TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at TEXT NOT NULL,
    content TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at TEXT,
    queued INTEGER,
    filled_to INTEGER,
    fill_until INTEGER
  ) STRICT;
  CREATE INDEX issues_latest ON issues (service, created_at);
  CREATE TABLE deliveries (
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
  CREATE INDEX deliveries_subscriber ON deliveries (subscriber_id);
  -- Those that are open are found among any number of old ones.
  CREATE INDEX deliveries_open ON deliveries (issue_id, due_at, id) WHERE state IN ('waiting', 'deferred');
  CREATE TABLE delivery_counts (
    issue_id TEXT NOT NULL, outcome TEXT NOT NULL, people INTEGER NOT NULL, PRIMARY KEY (issue_id, outcome)) STRICT;
  CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, held_until TEXT NOT NULL) STRICT;
  CREATE TABLE mailboxes (
    mailbox TEXT PRIMARY KEY, asks INTEGER NOT NULL DEFAULT 1, asked_at TEXT NOT NULL, letter_id INTEGER, mailed_at TEXT) STRICT;
  CREATE TABLE mail_minutes (minute TEXT PRIMARY KEY, mails INTEGER NOT NULL) STRICT;
  PRAGMA user_version = 4`,
  `ALTER TABLE subscribers ADD COLUMN proof TEXT;
  -- Who was imported once is not brought back by another import.
  CREATE TABLE imported (list TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (list, digest)) STRICT;
  PRAGMA user_version = 5`,
  `-- Token of the row whose letter confirms this one too.
  ALTER TABLE subscribers ADD COLUMN led_by TEXT;
  CREATE INDEX subscribers_led_by ON subscribers (led_by) WHERE led_by IS NOT NULL;
  PRAGMA user_version = 6`,
  `-- Sums: which reader clicked or left is nowhere.
  CREATE TABLE issue_clicks (
    issue_id TEXT NOT NULL, link INTEGER NOT NULL, version TEXT NOT NULL, clicks INTEGER NOT NULL,
    PRIMARY KEY (issue_id, link, version)) STRICT;
  CREATE TABLE issue_departures (issue_id TEXT PRIMARY KEY, people INTEGER NOT NULL) STRICT;
  PRAGMA user_version = 7`,
  `-- Of an issue with two subjects: percent of readers who get one of them; the better one.
  ALTER TABLE issues ADD COLUMN trial INTEGER;
  ALTER TABLE issues ADD COLUMN winner TEXT;
  ALTER TABLE deliveries ADD COLUMN version TEXT;
  PRAGMA user_version = 8`,
]

export function updateTables(db: DatabaseSyncInstance, steps: readonly string[] = SQLITE_STEPS): void {
  updateFile(db, { firstVersion: FIRST_VERSION, steps })
}
