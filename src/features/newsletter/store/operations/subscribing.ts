import { emailKey, UNCONFIRMED_DAYS } from '../../../../content/newsletter.ts'
import {
  beyondLeases,
  changes,
  daysFrom,
  first,
  type Operation,
  places,
  query,
  secondsFrom,
  textOf,
} from '../../../../system/sql/operation.ts'
import type { ConfirmationOutcome, TokenState } from '../../subscribers.ts'
import { digestOf, mailboxOf, newToken, tokenEnd } from '../digest.ts'
import type { Subscription } from '../records.ts'
import { liftSuppression } from './subscribers.ts'

/** Seconds between two letters to one address, on one service (SUB-18). */
const PAUSES = { confirm: 3600, already: 86_400 } as const

/**
 * A pending address subscribes again if its token has expired, or it would be deleted then. A valid token stays: it may
 * be in a mailbox.
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

/**
 * Queues `confirm` for a pending address, `already` for a confirmed one (SUB-18). The same statements run for every
 * address: the time of a response says nothing (NEWS-16).
 */
export function* subscribe(
  email: string,
  /** One letter confirms all of them. */
  chosen: string | readonly string[],
  at: string,
): Operation<Subscription> {
  // One order for all prevents deadlocks.
  const newsletters = typeof chosen === 'string' ? [chosen] : [...new Set(chosen)].sort()
  const key = emailKey(email)
  const digest = yield* digestOf(email)
  const mailbox = yield* mailboxOf(email)
  // Concurrent requests wait at this row, and hold nothing yet. It counts, because SQLite does not write an unchanged
  // row.
  yield* query(
    `INSERT INTO mailboxes (mailbox, asks, asked_at) VALUES ($1, 1, $2)
     ON CONFLICT (mailbox) DO UPDATE SET asks = mailboxes.asks + 1, asked_at = excluded.asked_at`,
    mailbox,
    at,
  )
  const tooLong = daysFrom(at, -UNCONFIRMED_DAYS)
  const fresh = new Set<string>()
  for (const newsletter of newsletters) {
    const tokens = [newToken(), tokenEnd(at), newToken(), digest, tooLong] as const
    if (yield* changes(INSERT, email, key, newsletter, at, ...tokens)) fresh.add(newsletter)
  }
  const blocked = yield* first(
    "SELECT 1 AS one FROM suppressions WHERE digest = $1 AND reason <> 'unsubscribe'",
    digest,
  )
  const suppressed = blocked !== undefined
  const leader = yield* leaderOf(key, newsletters)
  yield* queueReply({ ...leader, mailbox }, at, { isNew: fresh.size > 0, suppressed })
  return { outcome: fresh.size > 0 ? 'added' : 'known', suppressed }
}

interface Leader {
  id: number
  newsletter: string
  kind: 'confirm' | 'already'
}

/** Its letter speaks for all that were chosen, and its token confirms them. */
function* leaderOf(key: string, newsletters: readonly string[]): Operation<Leader> {
  const rows = yield* query(
    `SELECT id, service, status, token FROM subscribers
     WHERE email_key = $1 AND service IN (${places(2, newsletters.length)})
     ORDER BY CASE status WHEN 'pending' THEN 0 ELSE 1 END, service`,
    key,
    ...newsletters,
  )
  const [row] = rows
  if (newsletters.length > 1) {
    yield* query(
      `UPDATE subscribers SET led_by = CASE id WHEN $1 THEN NULL ELSE $2 END
       WHERE email_key = $3 AND service IN (${places(4, newsletters.length)})`,
      Number(row?.id ?? 0),
      textOf(row?.token),
      key,
      ...newsletters,
    )
  }
  return {
    id: Number(row?.id ?? 0),
    newsletter: textOf(row?.service),
    kind: row?.status === 'confirmed' ? 'already' : 'confirm',
  }
}

function* queueReply(
  { id, newsletter, kind, mailbox }: Leader & { mailbox: string },
  at: string,
  { isNew, suppressed }: { isNew: boolean; suppressed: boolean },
): Operation<void> {
  // A new token is worthless without its letter.
  const since = isNew ? secondsFrom(at, 1) : secondsFrom(at, -PAUSES[kind])
  const isDue = yield* changes(
    `UPDATE subscribers SET letter_at = $1
     WHERE id = $2 AND (letter_at IS NULL OR letter_at <= $3 OR letter_at > $4) RETURNING id`,
    at,
    suppressed ? 0 : id,
    since,
    beyondLeases(at),
  )
  // The last spelling of a mailbox gets the letter.
  yield* query(
    `DELETE FROM letters WHERE subscriber_id = $1 AND kind = $2 OR mailbox = $3 AND EXISTS (
       SELECT 1 FROM subscribers WHERE subscribers.id = letters.subscriber_id AND subscribers.service = $4)`,
    isDue ? id : 0,
    kind,
    isDue ? mailbox : '',
    newsletter,
  )
  // A report about the letter before has another id.
  yield* query(
    `INSERT INTO letters (subscriber_id, kind, mailbox, created_at, due_at)
     SELECT id, CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($3 AS TEXT) FROM subscribers WHERE id = $4`,
    kind,
    mailbox,
    at,
    isDue ? id : 0,
  )
}

/** The letter does not count as one of the mailbox' mails. */
function* queueWelcome(subscriberId: number, at: string): Operation<void> {
  yield* query("DELETE FROM letters WHERE subscriber_id = $1 AND kind = 'welcome'", subscriberId)
  yield* query(
    "INSERT INTO letters (subscriber_id, kind, created_at, due_at) VALUES ($1, 'welcome', $2, $2)",
    subscriberId,
    at,
  )
}

export function* tokenState(token: string, at: string): Operation<TokenState> {
  const row = yield* first('SELECT status, token_expires_at FROM subscribers WHERE token = $1', token)
  if (!row) return 'unknown'
  if (row.status === 'confirmed') return 'confirmed'
  return textOf(row.token_expires_at) > at ? 'waiting' : 'expired'
}

/** A token that has confirmed stays `confirmed`. */
export function* confirm(
  token: string,
  at: string,
  /** Seconds to each letter, by key of the newsletter. */
  welcomes: Readonly<Record<string, readonly number[]>> = {},
): Operation<ConfirmationOutcome> {
  const row = yield* first(
    `UPDATE subscribers SET status = 'confirmed', confirmed_at = $1
     WHERE token = $2 AND status = 'pending' AND token_expires_at > $1 RETURNING id, digest, service`,
    at,
    token,
  )
  if (!row) {
    const state = yield* tokenState(token, at)
    return state === 'waiting' ? 'expired' : state
  }
  const led = yield* query(
    `UPDATE subscribers SET status = 'confirmed', confirmed_at = $1
     WHERE led_by = $2 AND status = 'pending' AND token_expires_at > $1 RETURNING id, service`,
    at,
    token,
  )
  yield* liftSuppression(textOf(row.digest))
  const suppressed = yield* first('SELECT 1 AS one FROM suppressions WHERE digest = $1', textOf(row.digest))
  if (suppressed) return 'confirmed'
  yield* queueWelcome(Number(row.id), at)
  for (const { id, service } of [row, ...led]) {
    for (const [index, seconds] of (welcomes[textOf(service)] ?? []).entries()) {
      // A letter's age counts from when it is due.
      yield* query(
        'INSERT INTO letters (subscriber_id, kind, created_at, due_at) VALUES ($1, $2, $3, $3)',
        Number(id),
        `series-${index + 1}`,
        secondsFrom(at, seconds),
      )
    }
  }
  return 'confirmed'
}
