import { emailKey } from '../../../../content/newsletter.ts'
import {
  dayOf,
  first,
  HOLD,
  type Operation,
  query,
  type Row,
  textOf,
  textOrNone,
} from '../../../../system/sql/operation.ts'
import { digestOf, mailboxOf, NO_DIGEST, newToken, tokenEnd } from '../digest.ts'
import type { Preferences, Subscriber, SubscriberStatus, SuppressionReason } from '../records.ts'
import { countForLastIssue } from './figures.ts'

export function* all(status?: SubscriberStatus): Operation<Subscriber[]> {
  const rows =
    status === undefined
      ? yield* query('SELECT * FROM subscribers ORDER BY id')
      : yield* query('SELECT * FROM subscribers WHERE status = $1 ORDER BY id', status)
  return rows.map(subscriberOf)
}

export function* byManageToken(manageToken: string): Operation<Preferences | undefined> {
  const rows = yield* query(
    `SELECT * FROM subscribers WHERE email_key = (SELECT email_key FROM subscribers WHERE manage_token = $1)
     ORDER BY id`,
    manageToken,
  )
  const subscribers = rows.map(subscriberOf)
  const own = subscribers.find((row) => row.manageToken === manageToken)
  return own && { email: own.email, rows: subscribers }
}

/** Keeps only the day and the service (SUB-19). */
export function* unsubscribe(manageToken: string, at: string): Operation<'unsubscribed' | 'unknown'> {
  const known = yield* first(`SELECT id FROM subscribers WHERE manage_token = $1 ${HOLD}`, manageToken)
  if (!known) return 'unknown'
  // Its deliveries forget the reader with the row.
  yield* countForLastIssue(Number(known.id), at)
  const row = yield* first('DELETE FROM subscribers WHERE manage_token = $1 RETURNING service', manageToken)
  if (!row) return 'unknown'
  yield* recordDeparture(textOf(row.service), at)
  return 'unsubscribed'
}

function* recordDeparture(service: string, at: string): Operation<void> {
  yield* query(
    `INSERT INTO departures (day, service, people) VALUES ($1, $2, 1)
     ON CONFLICT (day, service) DO UPDATE SET people = departures.people + 1`,
    dayOf(at),
    service,
  )
}

/**
 * Subscribes to exactly these services.
 * @returns its rows, with the tokens that work now; undefined: unknown token
 */
export function* setServices(
  manageToken: string,
  services: readonly string[],
  at: string,
): Operation<Preferences | undefined> {
  const before = yield* byManageToken(manageToken)
  if (!before) return undefined
  const { email } = before
  const key = emailKey(email)
  const digest = yield* digestOf(email)
  for (const { service } of before.rows) {
    if (services.includes(service)) continue
    const row = yield* first(`SELECT id FROM subscribers WHERE service = $1 AND email_key = $2 ${HOLD}`, service, key)
    if (!row) continue
    yield* countForLastIssue(Number(row.id), at)
    yield* query('DELETE FROM subscribers WHERE id = $1', Number(row.id))
    yield* recordDeparture(service, at)
  }
  for (const service of [...new Set(services)].sort()) {
    yield* query(
      `INSERT INTO subscribers
         (email, email_key, service, status, created_at, confirmed_at, token, token_expires_at, manage_token, digest)
       VALUES ($1, $2, $3, 'confirmed', $4, $4, $5, $6, $7, $8)
       ON CONFLICT (service, email_key) DO UPDATE SET status = 'confirmed', confirmed_at = excluded.confirmed_at
         WHERE subscribers.status = 'pending'`,
      email,
      key,
      service,
      at,
      newToken(),
      tokenEnd(at),
      newToken(),
      digest,
    )
  }
  if (services.length > 0) yield* liftSuppression(digest)
  const rows = yield* query('SELECT * FROM subscribers WHERE email_key = $1 ORDER BY id', key)
  return { email, rows: rows.map(subscriberOf) }
}

/** Keeps only a suppression (SUB-19). False: unknown token. */
export function* erase(manageToken: string): Operation<boolean> {
  const row = yield* first('SELECT email FROM subscribers WHERE manage_token = $1', manageToken)
  if (!row) return false
  yield* removeOne(textOf(row.email))
  return true
}

/** @returns for each address the services that it was removed from; nothing was removed when it throws (SUB-12) */
export function* remove(emails: readonly string[]): Operation<string[][]> {
  const removed = new Map<string, string[]>()
  // One order for all prevents deadlocks.
  for (const email of [...new Set(emails)].sort()) removed.set(email, yield* removeOne(email))
  return emails.map((email) => removed.get(email) ?? [])
}

/** Deliveries stay as counts. */
function* removeOne(email: string): Operation<string[]> {
  const digest = yield* digestOf(email)
  // The mailbox comes before its rows, as everywhere.
  yield* query('DELETE FROM mailboxes WHERE mailbox = $1', yield* mailboxOf(email))
  const rows = yield* query('DELETE FROM subscribers WHERE email_key = $1 RETURNING service', emailKey(email))
  // Each issue costs one search of an index.
  yield* query(
    `UPDATE deliveries SET digest = ${NO_DIGEST} WHERE digest = $1 AND issue_id IN (SELECT id FROM issues)`,
    digest,
  )
  return rows.map(({ service }) => textOf(service))
}

function subscriberOf(row: Row): Subscriber {
  return {
    email: textOf(row.email),
    service: textOf(row.service),
    group: Number(row.group_id),
    status: row.status === 'confirmed' ? 'confirmed' : 'pending',
    createdAt: textOf(row.created_at),
    confirmedAt: textOrNone(row.confirmed_at),
    proof: textOrNone(row.proof),
    token: textOf(row.token),
    tokenExpiresAt: textOf(row.token_expires_at),
    manageToken: textOf(row.manage_token),
  }
}

/** Nothing is sent to the address any more (SUB-20). The first reason stays, unless they had only left elsewhere. */
export function* suppress(email: string, reason: SuppressionReason, at: string): Operation<void> {
  yield* query(
    `INSERT INTO suppressions (digest, reason, created_at) VALUES ($1, $2, $3) ON CONFLICT (digest) DO UPDATE SET reason = excluded.reason WHERE suppressions.reason = 'unsubscribe'`,
    yield* digestOf(email),
    reason,
    at,
  )
}

export function* isSuppressed(email: string): Operation<boolean> {
  return (yield* first('SELECT 1 AS one FROM suppressions WHERE digest = $1', yield* digestOf(email))) !== undefined
}

/** Who left another system comes back by an act of their own (SUB-27). */
export function* liftSuppression(digest: string): Operation<void> {
  yield* query("DELETE FROM suppressions WHERE digest = $1 AND reason = 'unsubscribe'", digest)
}

/** Letters are caused by the reader themselves. */
export const MAY_GET_LETTERS = `NOT EXISTS (
  SELECT 1 FROM suppressions WHERE suppressions.digest = subscribers.digest AND suppressions.reason <> 'unsubscribe')`

export const NOT_SUPPRESSED = 'NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.digest = subscribers.digest)'
