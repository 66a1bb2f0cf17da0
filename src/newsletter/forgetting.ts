import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { TOKEN_DAYS, UNCONFIRMED_DAYS } from '../content/newsletter.ts'
import { daysFrom, inTransaction, tokenEnd } from './schema.ts'
import { newToken } from './token.ts'

/** What one look for addresses that wait too long came to. */
export interface Forgotten {
  deleted: number
  /** There is no more to delete now. */
  isDone: boolean
  /** Deleted within a week, and no export has handed out their links; counted by the first look of a day. */
  unsent: number
}

/** Others write between two batches. */
const BATCH = 500

/**
 * An address has waited too long when it is as old as that, and was there on the last so many days on which somebody
 * looked. The clock on the wall alone is not believed: one that was a year ahead for a moment, or began in 1970, would
 * delete those who subscribed yesterday (SUB-1). Takes the time before which it came.
 */
const WAITED_TOO_LONG = `status = 'pending' AND created_at <= ? AND id <= (
  SELECT iif(count(*) < ${UNCONFIRMED_DAYS}, 0, min(last_id))
  FROM (SELECT last_id FROM looks ORDER BY rowid DESC LIMIT ${UNCONFIRMED_DAYS}))`

/** Deletes a batch of the addresses that have waited too long and have no link that confirms them any more (SUB-14). */
export function forgetUnconfirmed(db: DatabaseSyncInstance, at: string): Forgotten {
  const isFirst = recordLook(db, at)
  const tooLong = daysFrom(at, -UNCONFIRMED_DAYS)
  const which = `${WAITED_TOO_LONG} AND token_expires_at <= ?`
  // Found without the right to write, which others may need meanwhile; what is confirmed until then stays.
  const found = db.prepare(`SELECT id FROM subscribers WHERE ${which} LIMIT ${BATCH}`).all(tooLong, at)
  const remove = db.prepare(`DELETE FROM subscribers WHERE id = ? AND ${which}`)
  let deleted = 0
  if (found.length > 0) {
    inTransaction(db, () => {
      deleted = 0
      for (const { id } of found) deleted += Number(remove.run(Number(id), tooLong, at).changes)
    })
    // Where it cannot be emptied now, SQLite begins it again soon.
    emptyLog(db)
  }
  return { deleted, isDone: found.length < BATCH, unsent: isFirst ? unsentOf(db, at) : 0 }
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
  // An export makes the term of a token end later than it did when the address came.
  const soon = db.prepare(
    `SELECT count(*) AS unsent FROM subscribers WHERE status = 'pending' AND created_at <= ?
       AND token_expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+${TOKEN_DAYS} days')`,
  )
  return Number(soon.get(daysFrom(at, TOKEN_DAYS - UNCONFIRMED_DAYS))?.unsent)
}

/** Who has waited too long is not written to once more, or the wait would never end where exports are frequent. */
export function renewTokens(db: DatabaseSyncInstance, at: string): void {
  const tooLong = daysFrom(at, -UNCONFIRMED_DAYS)
  const isWaiting = `status = 'pending' AND NOT (${WAITED_TOO_LONG})`
  const ended = db.prepare(`SELECT id FROM subscribers WHERE token_expires_at <= ? AND ${isWaiting}`)
  const replace = db.prepare('UPDATE subscribers SET token = ? WHERE id = ?')
  const lengthen = db.prepare(`UPDATE subscribers SET token_expires_at = ? WHERE ${isWaiting}`)
  inTransaction(db, () => {
    for (const { id } of ended.all(at, tooLong)) replace.run(newToken(), Number(id))
    lengthen.run(tokenEnd(at), tooLong)
  })
}

/** Writes the log into the database and cuts it to nothing: it has whole pages of before a deletion. False: not now. */
export function emptyLog(db: DatabaseSyncInstance): boolean {
  return Number(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0
}
