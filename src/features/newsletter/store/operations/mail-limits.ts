import {
  beyondLeases,
  changes,
  countOf,
  first,
  type Operation,
  query,
  secondsFrom,
  textOf,
} from '../../../../system/sql/operation.ts'

/** Limits mails across instances (SUB-25). */

const HOUR_SECONDS = 3600
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length
/** Instances lock this row, which sorts before any minute. */
const TURN = ''

export function* takeTurn(): Operation<void> {
  yield* query(
    `INSERT INTO mail_minutes (minute, mails) VALUES ('${TURN}', 0) ON CONFLICT (minute) DO UPDATE SET mails = 0`,
  )
}

/** A mail may count for a minute longer than its hour. */
export function* mailsLeft(at: string, hourlyLimit: number): Operation<number> {
  const sent = yield* countOf(
    // A minute ahead is of a wrong clock.
    'SELECT coalesce(sum(mails), 0) AS count FROM mail_minutes WHERE minute >= $1 AND minute <= $2',
    minuteOf(secondsFrom(at, -HOUR_SECONDS)),
    minuteOf(secondsFrom(at, HOUR_SECONDS)),
  )
  return Math.max(0, hourlyLimit - sent)
}

export function* countMails(at: string, count: number): Operation<void> {
  if (count === 0) return
  yield* query(
    `INSERT INTO mail_minutes (minute, mails) VALUES ($1, $2)
     ON CONFLICT (minute) DO UPDATE SET mails = mail_minutes.mails + excluded.mails`,
    minuteOf(at),
    count,
  )
}

export function* returnMail(): Operation<void> {
  yield* query(
    `UPDATE mail_minutes SET mails = mails - 1
     WHERE minute = (SELECT max(minute) FROM mail_minutes WHERE mails > 0)`,
  )
}

/**
 * The letter may be tried again.
 * @returns when the mailbox may get it; undefined: now
 */
export function* claimMailbox(mailbox: string, letterId: number, at: string): Operation<string | undefined> {
  const isFree = yield* changes(
    `INSERT INTO mailboxes (mailbox, asked_at, letter_id, mailed_at) VALUES ($1, $2, $3, $2)
     ON CONFLICT (mailbox) DO UPDATE SET letter_id = excluded.letter_id, mailed_at = excluded.mailed_at
       WHERE mailboxes.mailed_at IS NULL OR mailboxes.letter_id = excluded.letter_id
         OR mailboxes.mailed_at <= $4 OR mailboxes.mailed_at > $5
     RETURNING mailbox`,
    mailbox,
    at,
    letterId,
    secondsFrom(at, -HOUR_SECONDS),
    beyondLeases(at),
  )
  if (isFree) return undefined
  const row = yield* first('SELECT mailed_at FROM mailboxes WHERE mailbox = $1', mailbox)
  return row ? secondsFrom(textOf(row.mailed_at), HOUR_SECONDS) : undefined
}

export function* releaseMailbox(mailbox: string): Operation<void> {
  yield* query('UPDATE mailboxes SET mailed_at = NULL, letter_id = NULL WHERE mailbox = $1', mailbox)
}

export function* forgetMailboxes(at: string): Operation<void> {
  const hourAgo = secondsFrom(at, -HOUR_SECONDS)
  yield* query(
    `DELETE FROM mailboxes WHERE asked_at <= $1 AND (mailed_at IS NULL OR mailed_at <= $1 OR mailed_at > $2)`,
    hourAgo,
    beyondLeases(at),
  )
  yield* query(`DELETE FROM mail_minutes WHERE minute < $1 AND minute <> '${TURN}'`, minuteOf(hourAgo))
}

function minuteOf(at: string): string {
  return at.slice(0, MINUTE_LENGTH)
}
