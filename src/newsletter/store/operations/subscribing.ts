import { emailKey, UNCONFIRMED_DAYS } from '../../../content/newsletter.ts'
import type { ConfirmationOutcome, TokenState } from '../../subscribers.ts'
import { digestOf } from '../digest.ts'
import { changes, first, type Operation, query, textOf } from '../operation.ts'
import type { Letter, Subscription } from '../store.ts'
import { beyondLeases, daysFrom, secondsFrom, tokenEnd } from '../times.ts'
import { newToken } from '../token.ts'

/** How often a letter may go to one address, on one service (SUB-18). Seconds. */
const PAUSES = { confirm: 3600, already: 86_400 } as const

/**
 * A pending address subscribes again if its token has expired, or if the address would be deleted when it expires. A
 * valid token stays: it may be in a mailbox.
 */
const INSERT = `
  INSERT INTO subscribers (email, email_key, service, created_at, token, token_expires_at, manage_token, digest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (service, email_key) DO UPDATE
    SET created_at = excluded.created_at, token_expires_at = excluded.token_expires_at, link_sent_at = NULL,
      token = CASE WHEN subscribers.token_expires_at <= excluded.created_at THEN excluded.token ELSE subscribers.token END
    WHERE subscribers.status = 'pending'
      AND (subscribers.token_expires_at <= excluded.created_at OR subscribers.created_at <= $9)
  RETURNING id`

export function* subscribe(email: string, service: string, at: string): Operation<Subscription> {
  const key = emailKey(email)
  const digest = yield* digestOf(email)
  const tooLong = daysFrom(at, -UNCONFIRMED_DAYS)
  const tokens = [newToken(), tokenEnd(at), newToken(), digest, tooLong] as const
  const isNew = yield* changes(INSERT, email, key, service, at, ...tokens)
  const suppressed = (yield* first('SELECT 1 AS one FROM suppressions WHERE digest = $1', digest)) !== undefined
  if (!suppressed) yield* queueReply(key, service, at, isNew)
  return { outcome: isNew ? 'added' : 'known', suppressed }
}

function* queueReply(key: string, service: string, at: string, isNew: boolean): Operation<void> {
  const row = yield* first('SELECT id, status FROM subscribers WHERE service = $1 AND email_key = $2', service, key)
  if (!row) return
  const kind = row.status === 'confirmed' ? 'already' : 'confirm'
  // A new token is worthless without its letter, so the pause does not count then.
  const since = isNew ? secondsFrom(at, 1) : secondsFrom(at, -PAUSES[kind])
  const isDue = yield* changes(
    `UPDATE subscribers SET letter_at = $1
     WHERE id = $2 AND (letter_at IS NULL OR letter_at <= $3 OR letter_at > $4) RETURNING id`,
    at,
    Number(row.id),
    since,
    beyondLeases(at),
  )
  if (isDue) yield* queueLetter(Number(row.id), kind, at)
}

/** One letter of a kind waits at a time. A new id, so that a report about the one before does not count for it. */
function* queueLetter(subscriberId: number, kind: Letter['kind'], at: string): Operation<void> {
  yield* query('DELETE FROM letters WHERE subscriber_id = $1 AND kind = $2', subscriberId, kind)
  yield* query(
    'INSERT INTO letters (subscriber_id, kind, created_at, due_at) VALUES ($1, $2, $3, $3)',
    subscriberId,
    kind,
    at,
  )
}

export function* tokenState(token: string, at: string): Operation<TokenState> {
  const row = yield* first('SELECT status, token_expires_at FROM subscribers WHERE token = $1', token)
  if (!row) return 'unknown'
  if (row.status === 'confirmed') return 'confirmed'
  return textOf(row.token_expires_at) > at ? 'waiting' : 'expired'
}

export function* confirm(token: string, at: string): Operation<ConfirmationOutcome> {
  const row = yield* first(
    `UPDATE subscribers SET status = 'confirmed', confirmed_at = $1
     WHERE token = $2 AND status = 'pending' AND token_expires_at > $1 RETURNING id, digest`,
    at,
    token,
  )
  if (!row) {
    const state = yield* tokenState(token, at)
    return state === 'waiting' ? 'expired' : state
  }
  const suppressed = yield* first('SELECT 1 AS one FROM suppressions WHERE digest = $1', textOf(row.digest))
  if (!suppressed) yield* queueLetter(Number(row.id), 'welcome', at)
  return 'confirmed'
}
