import { first, type Operation, places, query, type Row, SKIP_LOCKED, textOf } from '../operation.ts'
import type { Letter } from '../store.ts'
import { beyondLeases, daysFrom, secondsFrom } from '../times.ts'
import { NOT_SUPPRESSED } from './suppression.ts'

/** A letter that could not be sent for so long is dropped: the reader has forgotten it. Days. */
export const LETTER_DAYS = 3
const FIRST_PAUSE = 60
const LONGEST_PAUSE = 4 * 3600

const DUE = `
  SELECT letters.id, letters.kind, letters.attempts,
    subscribers.email, subscribers.service, subscribers.token, subscribers.manage_token
  FROM letters JOIN subscribers ON subscribers.id = letters.subscriber_id
  WHERE letters.due_at <= $1
    AND (letters.leased_until IS NULL OR letters.leased_until <= $1 OR letters.leased_until > $2)
  ORDER BY letters.due_at, letters.id LIMIT $3 ${SKIP_LOCKED('letters')}`

export function* takeLetters(limit: number, at: string, leaseSeconds: number): Operation<Letter[]> {
  yield* dropStale(at)
  const rows = yield* query(DUE, at, beyondLeases(at), limit)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => Number(id))
  const lease = `UPDATE letters SET leased_until = $1 WHERE id IN (${places(2, ids.length)})`
  yield* query(lease, secondsFrom(at, leaseSeconds), ...ids)
  return rows.map(letterOf)
}

/** Letters that would say what is not so any more. */
function* dropStale(at: string): Operation<void> {
  yield* query('DELETE FROM letters WHERE created_at <= $1', daysFrom(at, -LETTER_DAYS))
  yield* query(
    `DELETE FROM letters WHERE id IN (
       SELECT letters.id FROM letters JOIN subscribers ON subscribers.id = letters.subscriber_id
       WHERE (letters.kind = 'confirm' AND (subscribers.status = 'confirmed' OR subscribers.token_expires_at <= $1))
         OR NOT (${NOT_SUPPRESSED}))`,
    at,
  )
}

export function* letterSent(id: number, at: string): Operation<void> {
  const letter = yield* first('SELECT subscriber_id, kind FROM letters WHERE id = $1', id)
  if (!letter) return
  if (letter.kind === 'confirm') {
    // The row before its letter, as everywhere, so that two instances do not wait for each other.
    yield* query('UPDATE subscribers SET link_sent_at = $1 WHERE id = $2', at, Number(letter.subscriber_id))
  }
  yield* query('DELETE FROM letters WHERE id = $1', id)
}

export function* letterFailed(id: number, at: string, { permanent }: { permanent: boolean }): Operation<void> {
  if (permanent) {
    yield* query('DELETE FROM letters WHERE id = $1', id)
    return
  }
  const letter = yield* first('SELECT attempts FROM letters WHERE id = $1', id)
  if (!letter) return
  const attempts = Number(letter.attempts)
  const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(attempts, 20), LONGEST_PAUSE)
  yield* query(
    'UPDATE letters SET attempts = $1, due_at = $2, leased_until = NULL WHERE id = $3',
    attempts + 1,
    secondsFrom(at, pause),
    id,
  )
}

function letterOf(row: Row): Letter {
  return {
    id: Number(row.id),
    kind: row.kind === 'confirm' || row.kind === 'already' ? row.kind : 'welcome',
    email: textOf(row.email),
    service: textOf(row.service),
    token: textOf(row.token),
    manageToken: textOf(row.manage_token),
    attempts: Number(row.attempts),
  }
}
