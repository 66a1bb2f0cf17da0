import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { TOKEN_DAYS, UNCONFIRMED_DAYS } from '../content/newsletter.ts'
import { daysFrom, inTransaction, tokenEnd } from './schema.ts'
import { newToken } from './token.ts'

/** Result of one pass over overdue addresses. */
export interface Forgotten {
  deleted: number
  /** Nothing is left to delete now. */
  isDone: boolean
  /**
   * Addresses due for deletion within a week whose links no export has handed out; counted by the first pass of a day.
   */
  unsent: number
}

/** Small, so that other processes can write between two batches. */
const BATCH = 500

/**
 * An address is overdue when it is old enough and existed on the last so many days with a pass. The wall clock alone is
 * not reliable: one that was briefly a year ahead, or started in 1970, would delete yesterday's subscribers (SUB-1).
 * Parameter: the time before which the address was added.
 */
const WAITED_TOO_LONG = `status = 'pending' AND created_at <= ? AND id <= (
  SELECT iif(count(*) < ${UNCONFIRMED_DAYS}, 0, min(last_id))
  FROM (SELECT last_id FROM looks ORDER BY rowid DESC LIMIT ${UNCONFIRMED_DAYS}))`

/** Deletes a batch of overdue addresses whose confirmation links have expired (SUB-14). */
export function forgetUnconfirmed(db: DatabaseSyncInstance, at: string): Forgotten {
  const isFirst = recordLook(db, at)
  const tooLong = daysFrom(at, -UNCONFIRMED_DAYS)
  const which = `${WAITED_TOO_LONG} AND token_expires_at <= ?`
  // Selects without the write lock, which others may need meanwhile; the deletion skips addresses confirmed since.
  const overdue = db.prepare(`SELECT id FROM subscribers WHERE ${which} LIMIT ${BATCH}`).all(tooLong, at)
  const remove = db.prepare(`DELETE FROM subscribers WHERE id = ? AND ${which}`)
  let deleted = 0
  if (overdue.length > 0) {
    inTransaction(db, () => {
      deleted = 0
      for (const { id } of overdue) deleted += Number(remove.run(Number(id), tooLong, at).changes)
    })
    // If the log cannot be emptied now, SQLite restarts it soon.
    emptyLog(db)
  }
  return { deleted, isDone: overdue.length < BATCH, unsent: isFirst ? unsentOf(db, at) : 0 }
}

/** @returns whether it is the first of its day */
function recordLook(db: DatabaseSyncInstance, at: string): boolean {
  const day = at.slice(0, at.indexOf('T'))
  if (db.prepare('SELECT 1 FROM looks WHERE day = ?').get(day)) return false
  let isFirst = false
  inTransaction(db, () => {
    const record = db.prepare(
      'INSERT OR IGNORE INTO looks (day, last_id) SELECT ?, coalesce(max(id), 0) FROM subscribers',
    )
    isFirst = Number(record.run(day).changes) > 0
    const last = `SELECT rowid FROM looks ORDER BY rowid DESC LIMIT ${UNCONFIRMED_DAYS}`
    db.exec(`DELETE FROM looks WHERE rowid NOT IN (${last})`)
  })
  return isFirst
}

function unsentOf(db: DatabaseSyncInstance, at: string): number {
  // An export may have extended the term of a token.
  const soon = db.prepare(
    `SELECT count(*) AS unsent FROM subscribers WHERE status = 'pending' AND created_at <= ?
       AND token_expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+${TOKEN_DAYS} days')`,
  )
  return Number(soon.get(daysFrom(at, TOKEN_DAYS - UNCONFIRMED_DAYS))?.unsent)
}

/** Overdue addresses get no new token: frequent exports would otherwise keep them pending without end. */
export function renewTokens(db: DatabaseSyncInstance, at: string): void {
  const tooLong = daysFrom(at, -UNCONFIRMED_DAYS)
  const isRenewable = `status = 'pending' AND NOT (${WAITED_TOO_LONG})`
  const ended = db.prepare(`SELECT id FROM subscribers WHERE token_expires_at <= ? AND ${isRenewable}`)
  const replace = db.prepare('UPDATE subscribers SET token = ? WHERE id = ?')
  const lengthen = db.prepare(`UPDATE subscribers SET token_expires_at = ? WHERE ${isRenewable}`)
  inTransaction(db, () => {
    for (const { id } of ended.all(at, tooLong)) replace.run(newToken(), Number(id))
    lengthen.run(tokenEnd(at), tooLong)
  })
}

/**
 * Moves the log into the database and truncates it, because it has pages from before a deletion.
 * @returns false: not possible now
 */
export function emptyLog(db: DatabaseSyncInstance): boolean {
  return Number(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0
}
