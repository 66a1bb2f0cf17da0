import {
  beyondLeases,
  changes,
  daysFrom,
  first,
  type Operation,
  query,
  type Row,
  secondsFrom,
  textOf,
  textOrNone,
} from '../../../../system/sql/operation.ts'
import type { Letter } from '../records.ts'
import { claimMailbox, countMails, mailsLeft, releaseMailbox, returnMail, takeTurn } from './mail-limits.ts'
import { MAY_GET_LETTERS, suppress } from './subscribers.ts'

/** Readers have forgotten a letter by then. */
export const LETTER_DAYS = 3
const FIRST_PAUSE = 60
const SERIES_KIND = /^series-(\d{1,2})$/
const LONGEST_PAUSE = 4 * 3600

/** First parameter: the time. */
const IS_STALE = `(letters.created_at <= $2
  OR (letters.kind = 'confirm' AND (subscribers.status = 'confirmed' OR subscribers.token_expires_at <= $1))
  OR NOT (${MAY_GET_LETTERS}))`

const DUE = `
  SELECT letters.id, letters.kind, letters.attempts, letters.mailbox,
    subscribers.email, subscribers.service, subscribers.token, subscribers.manage_token
  FROM letters JOIN subscribers ON subscribers.id = letters.subscriber_id
  WHERE letters.due_at <= $1 AND NOT ${IS_STALE}
    AND (letters.leased_until IS NULL OR letters.leased_until <= $1 OR letters.leased_until > $3)
  ORDER BY letters.due_at, letters.id LIMIT $4`

const LED = "SELECT service FROM subscribers WHERE led_by = $1 AND status = 'pending' ORDER BY service"

/**
 * Oldest first (SUB-18), one an hour for each mailbox (SUB-25). Locks in the order hour, mailbox, letter, as a
 * subscription does.
 */
export function* takeLetters(
  limit: number,
  at: string,
  leaseSeconds: number,
  hourlyLimit = Number.MAX_SAFE_INTEGER,
): Operation<Letter[]> {
  const isAnyDue = (yield* first('SELECT 1 AS one FROM letters WHERE due_at <= $1 LIMIT 1', at)) !== undefined
  const taken = isAnyDue ? yield* takeDue(limit, at, leaseSeconds, hourlyLimit) : []
  yield* dropStale(at)
  return taken
}

function* takeDue(limit: number, at: string, leaseSeconds: number, hourlyLimit: number): Operation<Letter[]> {
  yield* takeTurn()
  const room = Math.min(limit, yield* mailsLeft(at, hourlyLimit))
  const taken: Letter[] = []
  while (taken.length < room) {
    const rows = yield* query(DUE, at, daysFrom(at, -LETTER_DAYS), beyondLeases(at), room - taken.length)
    if (rows.length === 0) break
    for (const row of rows) {
      if (!(yield* leaseOne(row, at, leaseSeconds))) continue
      const led = row.kind === 'confirm' ? yield* query(LED, textOf(row.token)) : []
      taken.push({ ...letterOf(row), others: led.map(({ service }) => textOf(service)) })
    }
  }
  yield* countMails(at, taken.length)
  return taken
}

function* leaseOne(row: Row, at: string, leaseSeconds: number): Operation<boolean> {
  const id = Number(row.id)
  const mailbox = textOrNone(row.mailbox)
  const freeAt = mailbox === undefined ? undefined : yield* claimMailbox(mailbox, id, at)
  if (freeAt !== undefined) {
    yield* query('UPDATE letters SET due_at = $1, leased_until = NULL WHERE id = $2', freeAt, id)
    return false
  }
  const lease = 'UPDATE letters SET leased_until = $1 WHERE id = $2 RETURNING id'
  const isLeased = yield* changes(lease, secondsFrom(at, leaseSeconds), id)
  // A subscription has replaced the letter, whose successor needs the mailbox.
  if (!isLeased && mailbox !== undefined) yield* releaseMailbox(mailbox)
  return isLeased
}

function* dropStale(at: string): Operation<void> {
  yield* query(
    `DELETE FROM letters WHERE id IN (
       SELECT letters.id FROM letters JOIN subscribers ON subscribers.id = letters.subscriber_id WHERE ${IS_STALE})`,
    at,
    daysFrom(at, -LETTER_DAYS),
  )
}

export function* letterSent(id: number, at: string): Operation<void> {
  const letter = yield* first('SELECT subscriber_id, kind FROM letters WHERE id = $1', id)
  if (!letter) return
  if (letter.kind === 'confirm') {
    // The row comes before its letter, against deadlocks.
    yield* query('UPDATE subscribers SET link_sent_at = $1 WHERE id = $2', at, Number(letter.subscriber_id))
  }
  yield* query('DELETE FROM letters WHERE id = $1', id)
}

/** Drops the letter, or makes it due later, each time twice as late. */
export function* letterFailed(
  id: number,
  at: string,
  { permanent, unknownMailbox }: { permanent: boolean; unknownMailbox?: string | undefined },
): Operation<void> {
  if (permanent) {
    if (unknownMailbox !== undefined) yield* suppress(unknownMailbox, 'bounce', at)
    yield* query('DELETE FROM letters WHERE id = $1', id)
    return
  }
  const letter = yield* first('SELECT attempts FROM letters WHERE id = $1', id)
  if (!letter) return
  yield* returnMail()
  const attempts = Number(letter.attempts)
  const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(attempts, 20), LONGEST_PAUSE)
  yield* query(
    'UPDATE letters SET attempts = $1, due_at = $2, leased_until = NULL WHERE id = $3',
    attempts + 1,
    secondsFrom(at, pause),
    id,
  )
}

function letterOf(row: Row): Omit<Letter, 'others'> {
  return {
    id: Number(row.id),
    ...kindOf(textOf(row.kind)),
    email: textOf(row.email),
    service: textOf(row.service),
    token: textOf(row.token),
    manageToken: textOf(row.manage_token),
    attempts: Number(row.attempts),
  }
}

function kindOf(kind: string): Pick<Letter, 'kind' | 'step'> {
  const [, step] = SERIES_KIND.exec(kind) ?? []
  if (step !== undefined) return { kind: 'series', step: Number(step) }
  return { kind: kind === 'confirm' || kind === 'already' ? kind : 'welcome', step: 0 }
}
