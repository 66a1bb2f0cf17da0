import { randomBytes } from 'node:crypto'
import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { QueryResult, Database as SqliteDatabase } from 'node-sqlite3-wasm'
import { sareResponse } from '../content/newsletter.ts'
import { type ConfirmingSubscribers, SubscribersError } from './subscribers.ts'

/** One row of the database. Times are ISO 8601, UTC. */
export interface Subscriber {
  email: string
  service: string
  group: number
  status: 'pending' | 'confirmed'
  createdAt: string
  confirmedAt: string | undefined
  token: string
}

/** Subscribers in a file of the portal's own. */
export interface SubscriberDatabase extends ConfirmingSubscribers {
  all(status?: Subscriber['status']): Promise<Subscriber[]>
  close(): Promise<void>
}

/** 128 bits, so that nobody guesses a confirmation. */
const TOKEN_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{22}$/
/** No transaction takes this long: an older lock was left by a process that was killed. Milliseconds. */
const STALE_LOCK = 5000
const LOCK_RETRIES = 40
const LOCK_PAUSE = 25

const SCHEMA = `
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
  ) STRICT`

/**
 * The embedded keeper (docs/decisions/007): an address waits until it is confirmed, and counts once a service however
 * its letters are written. The file is opened with the first call; every call rejects with a `SubscribersError` when it
 * cannot be used, and the next one tries again.
 */
export function createSubscriberDatabase(file: string, now: () => Date = () => new Date()): SubscriberDatabase {
  let opening: Promise<SqliteDatabase> | undefined
  /** One handle, however many ask at first; one that could not be opened is tried anew. */
  const database = (): Promise<SqliteDatabase> => {
    opening ??= open(file).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const use = async <T>(work: (db: SqliteDatabase) => T): Promise<T> => {
    try {
      const db = await database()
      return await unlocked(file, () => work(db))
    } catch (error) {
      throw new SubscribersError('unusable', error instanceof Error ? error.message : String(error))
    }
  }

  return {
    subscribe: (email, service) =>
      use((db) => {
        const row = [email, email.toLowerCase(), service, now().toISOString(), newToken()]
        const { changes } = db.run(
          `INSERT INTO subscribers (email, email_key, service, created_at, token) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (service, email_key) DO NOTHING`,
          row,
        )
        return sareResponse({ [changes > 0 ? 'imported' : 'notUpdated']: [{ status: 1 }] })
      }),
    isKnown: async (token) =>
      TOKEN.test(token) && (await use((db) => db.get('SELECT 1 FROM subscribers WHERE token = ?', [token]) !== null)),
    confirm: async (token) => {
      if (!TOKEN.test(token)) return false
      const { changes } = await use((db) =>
        db.run(
          `UPDATE subscribers SET status = 'confirmed', confirmed_at = coalesce(confirmed_at, ?) WHERE token = ?`,
          [now().toISOString(), token],
        ),
      )
      return changes > 0
    },
    all: (status) =>
      use((db) =>
        db
          .all(`SELECT * FROM subscribers WHERE ? IS NULL OR status = ? ORDER BY id`, [status ?? null, status ?? null])
          .map(subscriberOf),
      ),
    close: async () => {
      const last = opening
      opening = undefined
      const opened = await last?.catch(() => undefined)
      opened?.close()
    },
  }
}

/** Loaded late: most processes of a busy portal never see a subscriber, and the driver is 30 MB of memory. */
async function open(file: string): Promise<SqliteDatabase> {
  const { default: driver } = await import('node-sqlite3-wasm')
  mkdirSync(dirname(file), { recursive: true })
  const fresh = new driver.Database(file)
  try {
    await unlocked(file, () => fresh.exec(SCHEMA))
    return fresh
  } catch (error) {
    fresh.close()
    throw error
  }
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

function subscriberOf(row: QueryResult): Subscriber {
  return {
    email: String(row.email),
    service: String(row.service),
    group: Number(row.group_id),
    status: row.status === 'confirmed' ? 'confirmed' : 'pending',
    createdAt: String(row.created_at),
    confirmedAt: row.confirmed_at === null ? undefined : String(row.confirmed_at),
    token: String(row.token),
  }
}

/**
 * Waits while another process holds the file. The driver locks by a folder beside it: one that a killed process left
 * behind is taken away.
 */
async function unlocked<T>(file: string, work: () => T): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return work()
    } catch (error) {
      const isLocked = error instanceof Error && /database is locked/i.test(error.message)
      if (!isLocked || tries > LOCK_RETRIES) throw error
      removeStaleLock(`${file}.lock`)
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE))
    }
  }
}

function removeStaleLock(folder: string): void {
  try {
    if (Date.now() - statSync(folder).mtimeMs > STALE_LOCK) rmdirSync(folder)
  } catch {
    // Released in the meantime.
  }
}
