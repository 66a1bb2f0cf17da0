import { createHmac, randomBytes } from 'node:crypto'
import { emailKey, mailboxKey, TOKEN_DAYS } from '../../../content/newsletter.ts'
import { daysFrom, first, type Operation, query, textOf } from '../../../system/sql/operation.ts'

const KEY_BYTES = 32
/** Each statement costs a round trip to another machine. */
const FILLED_AT_ONCE = 500

/** A digest says nothing without this secret. */
export function* digestKey(): Operation<string> {
  const known = yield* first("SELECT value FROM secrets WHERE name = 'digest'")
  if (known) return textOf(known.value)
  yield* query(
    "INSERT INTO secrets (name, value) VALUES ('digest', $1) ON CONFLICT (name) DO NOTHING",
    randomBytes(KEY_BYTES).toString('base64url'),
  )
  return textOf((yield* first("SELECT value FROM secrets WHERE name = 'digest'"))?.value)
}

/** HMAC-SHA-256 (SUB-20). */
export function* digestOf(email: string): Operation<string> {
  return hmac(yield* digestKey(), emailKey(email))
}

/** Mails are counted by mailbox (SUB-25). */
export function* mailboxOf(email: string): Operation<string> {
  return hmac(yield* digestKey(), `mailbox ${mailboxKey(email)}`)
}

export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

export const NO_DIGEST = "'none-' || CAST(id AS TEXT)"

export function* fillDigests({ after = 0, last = Number.MAX_SAFE_INTEGER } = {}): Operation<void> {
  const rows = yield* query(
    'SELECT id, email_key FROM subscribers WHERE digest IS NULL AND id > $1 AND id <= $2',
    after,
    last,
  )
  if (rows.length === 0) return
  const key = yield* digestKey()
  for (let at = 0; at < rows.length; at += FILLED_AT_ONCE) {
    const some = rows.slice(at, at + FILLED_AT_ONCE)
    const cases = some.map((_, index) => `WHEN $${2 * index + 1} THEN $${2 * index + 2}`)
    const ids = some.map((_, index) => `$${2 * index + 1}`)
    yield* query(
      `UPDATE subscribers SET digest = CASE id ${cases.join(' ')} END WHERE id IN (${ids.join(', ')})`,
      ...some.flatMap((row) => [Number(row.id), hmac(key, textOf(row.email_key))]),
    )
  }
}

const TOKEN_BYTES = 16

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function tokenEnd(at: string): string {
  return daysFrom(at, TOKEN_DAYS)
}
