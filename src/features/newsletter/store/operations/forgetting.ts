import { TOKEN_DAYS, UNCONFIRMED_DAYS } from '../../../../content/newsletter.ts'
import {
  changes,
  countOf,
  dayOf,
  daysFrom,
  first,
  type Operation,
  query,
  textOf,
} from '../../../../system/sql/operation.ts'
import { newToken, tokenEnd } from '../digest.ts'
import type { Forgotten } from '../records.ts'
import { forgetMailboxes } from './mail-limits.ts'
import { LETTER_DAYS } from './outbox.ts'

const BATCH = 500
const DELIVERY_BATCH = 5000
/** Deliveries become counts after these days (SUB-21). */
const DELIVERY_DAYS = 90

/**
 * A wall clock that was briefly a year ahead deletes nothing (SUB-1): an overdue address also existed on so many days
 * with a pass. First parameter: the time before which it was added.
 */
const WAITED_TOO_LONG = `status = 'pending' AND created_at <= $1 AND id <= (
  SELECT CASE WHEN count(*) < ${UNCONFIRMED_DAYS} THEN 0 ELSE min(last_id) END
  FROM (SELECT last_id FROM looks ORDER BY rowid DESC LIMIT ${UNCONFIRMED_DAYS}) AS last_looks)`

/** Deletes one batch of overdue addresses (SUB-14). */
export function* forget(at: string): Operation<Forgotten> {
  const isFirst = yield* recordLook(at)
  // An address that is confirmed meanwhile stays.
  const which = `${WAITED_TOO_LONG} AND token_expires_at <= $2`
  const overdue = yield* query(
    `DELETE FROM subscribers WHERE ${which} AND id IN (SELECT id FROM subscribers WHERE ${which} LIMIT ${BATCH})
     RETURNING id`,
    daysFrom(at, -UNCONFIRMED_DAYS),
    at,
  )
  yield* query('DELETE FROM letters WHERE created_at <= $1', daysFrom(at, -LETTER_DAYS))
  yield* forgetMailboxes(at)
  const folded = yield* foldDeliveries(at)
  return {
    deleted: overdue.length,
    isDone: overdue.length < BATCH && folded < DELIVERY_BATCH,
    unsent: isFirst ? yield* unsentOf(at) : 0,
  }
}

function* foldDeliveries(at: string): Operation<number> {
  const old = yield* query(
    `DELETE FROM deliveries WHERE id IN (
       SELECT deliveries.id FROM deliveries JOIN issues ON issues.id = deliveries.issue_id
       WHERE issues.started_at <= $1 LIMIT ${DELIVERY_BATCH})
     RETURNING issue_id, CASE WHEN state IN ('waiting', 'deferred') THEN 'withdrawn' ELSE state END AS outcome`,
    daysFrom(at, -DELIVERY_DAYS),
  )
  const counts = new Map<string, { issue: string; outcome: string; people: number }>()
  for (const row of old) {
    const [issue, outcome] = [textOf(row.issue_id), textOf(row.outcome)]
    const key = `${outcome} ${issue}`
    counts.set(key, { issue, outcome, people: (counts.get(key)?.people ?? 0) + 1 })
  }
  // One order for all prevents deadlocks.
  for (const [, { issue, outcome, people }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield* query(
      `INSERT INTO delivery_counts (issue_id, outcome, people) VALUES ($1, $2, $3)
       ON CONFLICT (issue_id, outcome) DO UPDATE SET people = delivery_counts.people + excluded.people`,
      issue,
      outcome,
      people,
    )
  }
  return old.length
}

function* recordLook(at: string): Operation<boolean> {
  const day = dayOf(at)
  if (yield* first('SELECT 1 AS one FROM looks WHERE day = $1', day)) return false
  const isFirst = yield* changes(
    `INSERT INTO looks (day, last_id) SELECT CAST($1 AS TEXT), coalesce(max(id), 0) FROM subscribers WHERE true
     ON CONFLICT (day) DO NOTHING RETURNING day`,
    day,
  )
  const last = `SELECT rowid FROM looks ORDER BY rowid DESC LIMIT ${UNCONFIRMED_DAYS}`
  yield* query(`DELETE FROM looks WHERE rowid NOT IN (${last})`)
  return isFirst
}

function* unsentOf(at: string): Operation<number> {
  return yield* countOf(
    `SELECT count(*) AS count FROM subscribers
     WHERE status = 'pending' AND created_at <= $1 AND link_sent_at IS NULL`,
    daysFrom(at, TOKEN_DAYS - UNCONFIRMED_DAYS),
  )
}

/** Frequent exports would keep overdue addresses pending without end. */
export function* renewTokens(at: string): Operation<void> {
  const tooLong = daysFrom(at, -UNCONFIRMED_DAYS)
  const isRenewable = `status = 'pending' AND NOT (${WAITED_TOO_LONG})`
  const ended = yield* query(`SELECT id FROM subscribers WHERE ${isRenewable} AND token_expires_at <= $2`, tooLong, at)
  for (const { id } of ended) {
    yield* query('UPDATE subscribers SET token = $1 WHERE id = $2', newToken(), Number(id))
  }
  yield* query(
    `UPDATE subscribers SET token_expires_at = $2, link_sent_at = $3 WHERE ${isRenewable}`,
    tooLong,
    tokenEnd(at),
    at,
  )
}
