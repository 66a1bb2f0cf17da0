import { leaseStatement } from '../../../../system/lease.ts'
import {
  beyondLeases,
  changes,
  countOf,
  first,
  HOLD,
  type Operation,
  places,
  query,
  type Row,
  secondsFrom,
  textOf,
} from '../../../../system/sql/operation.ts'
import type { Chunk, Handed, Outcome, Recipient } from '../records.ts'
import { URGENCIES } from './announcing.ts'

const LEASE = leaseStatement('leases', { now: '$4', until: '$3', longest: '$5' })

export function* lease(name: string, holder: string, at: string, seconds: number): Operation<boolean> {
  return yield* changes(LEASE, name, holder, secondsFrom(at, seconds), at, beyondLeases(at))
}

const RECIPIENT = 'subscriptions.id, subscriptions.endpoint, subscriptions.p256dh, subscriptions.auth'

/**
 * Takes recipients that no sender had, else those whose turn has come again (PUSH-9). A message that everyone has been
 * handed waits for the latter.
 * @returns undefined: nothing is to be sent now
 */
export function* takeChunk(holder: string, limit: number, at: string): Operation<Chunk | undefined> {
  for (;;) {
    const message = yield* first(
      `SELECT * FROM messages WHERE state = 'sending' AND due_at <= $1 AND expires_at > $1
       ORDER BY urgency, created_at, id LIMIT 1 ${HOLD}`,
      at,
    )
    if (!message) return yield* takeRetries(holder, limit, at)
    const id = textOf(message.id)
    const rows = yield* query(
      // The few rows come from the index, whatever a database believes about tables that it has not counted.
      `SELECT ${RECIPIENT}, 0 AS attempts
       FROM (SELECT subscription_id FROM topics WHERE topic = $1 AND subscription_id > $2 AND since <= $3
             ORDER BY subscription_id LIMIT $4) AS chosen
       JOIN subscriptions ON subscriptions.id = chosen.subscription_id ORDER BY subscriptions.id`,
      ...[textOf(message.topic), Number(message.handed_to), textOf(message.created_at), limit],
    )
    if (rows.length > 0) {
      yield* query('UPDATE messages SET handed_to = $1 WHERE id = $2', Number(rows.at(-1)?.id), id)
      return yield* handed(message, rows, holder)
    }
    yield* query("UPDATE messages SET state = 'waiting' WHERE id = $1", id)
  }
}

function* takeRetries(holder: string, limit: number, at: string): Operation<Chunk | undefined> {
  const message = yield* first(
    `SELECT * FROM messages WHERE state IN ('sending', 'waiting') AND expires_at > $1
       AND EXISTS (SELECT 1 FROM retries WHERE retries.message_id = messages.id AND retries.due_at <= $1)
     ORDER BY urgency, created_at, id LIMIT 1 ${HOLD}`,
    at,
  )
  if (!message) return undefined
  const id = textOf(message.id)
  const rows = yield* query(
    `SELECT ${RECIPIENT}, retries.attempts
     FROM retries JOIN subscriptions ON subscriptions.id = retries.subscription_id
     WHERE retries.message_id = $1 AND retries.due_at <= $2 ORDER BY retries.due_at LIMIT $3`,
    ...[id, at, limit],
  )
  if (rows.length === 0) {
    // Their readers have left.
    yield* query('DELETE FROM retries WHERE message_id = $1 AND due_at <= $2', id, at)
    return undefined
  }
  yield* query(
    `DELETE FROM retries WHERE message_id = $1 AND subscription_id IN (${places(2, rows.length)})`,
    ...[id, ...rows.map((row) => Number(row.id))],
  )
  return yield* handed(message, rows, holder)
}

function* handed(message: Row, rows: readonly Row[], holder: string): Operation<Chunk> {
  const id = textOf(message.id)
  const recipients = rows.map(recipientOf)
  const values = recipients.map((_, index) => `($1, $${2 * index + 3}, $2, $${2 * index + 4})`)
  yield* query(
    `INSERT INTO handed (message_id, subscription_id, holder, attempts) VALUES ${values.join(', ')}`,
    ...[id, holder, ...recipients.flatMap(({ id: recipient, attempts }) => [recipient, attempts])],
  )
  return {
    message: {
      id,
      topic: textOf(message.topic),
      payload: textOf(message.payload),
      urgency: URGENCIES[Number(message.urgency)] ?? 'normal',
      expiresAt: textOf(message.expires_at),
    },
    recipients,
  }
}

function recipientOf(row: Row): Recipient {
  return {
    id: Number(row.id),
    endpoint: textOf(row.endpoint),
    p256dh: textOf(row.p256dh),
    auth: textOf(row.auth),
    attempts: Number(row.attempts),
  }
}

/** Each recipient counts once. A subscription that is gone is erased. */
export function* closeChunk(message: string, outcomes: readonly Outcome[]): Operation<void> {
  if (outcomes.length === 0) return
  const rows = yield* query(
    `DELETE FROM handed WHERE message_id = $1 AND subscription_id IN (${places(2, outcomes.length)})
     RETURNING subscription_id, attempts`,
    ...[message, ...outcomes.map(({ id }) => id)],
  )
  const attempts = new Map(rows.map((row) => [Number(row.subscription_id), Number(row.attempts)]))
  const settled = outcomes.filter(({ id }) => attempts.has(id))
  const gone = settled.flatMap(({ id, kind }) => (kind === 'gone' ? [id] : []))
  if (gone.length > 0) {
    yield* query(`DELETE FROM subscriptions WHERE id IN (${places(1, gone.length)})`, ...gone)
  }
  for (const outcome of settled) {
    if (outcome.kind !== 'later') continue
    const made = (attempts.get(outcome.id) ?? 0) + (outcome.isAttempt ? 1 : 0)
    yield* query(
      'INSERT INTO retries (message_id, subscription_id, attempts, due_at) VALUES ($1, $2, $3, $4)',
      ...[message, outcome.id, made, outcome.dueAt],
    )
  }
  const countOfKind = (kind: Outcome['kind']): number => settled.filter((outcome) => outcome.kind === kind).length
  yield* query(
    `UPDATE messages SET sent = sent + $1, refused = refused + $2, gone = gone + $3, unknown = unknown + $4
     WHERE id = $5`,
    ...[countOfKind('sent'), countOfKind('refused'), countOfKind('gone'), countOfKind('unknown'), message],
  )
}

/** What other senders had taken when they ended (PUSH-9). */
export function* handedByOthers(holder: string): Operation<Handed[]> {
  const rows = yield* query('SELECT message_id, subscription_id, holder FROM handed WHERE holder <> $1', holder)
  return rows.map((row) => ({
    message: textOf(row.message_id),
    id: Number(row.subscription_id),
    holder: textOf(row.holder),
  }))
}

export function* openMessages(): Operation<number> {
  return yield* countOf("SELECT count(*) AS count FROM messages WHERE state IN ('sending', 'waiting')")
}
