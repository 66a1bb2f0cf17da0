import { fillDigests } from '../digest.ts'
import { changes, countOf, first, type Operation, places, query, SKIP_LOCKED, STAY, textOf } from '../operation.ts'
import type { Delivery, DeliveryCounts, DeliveryOutcome } from '../store.ts'
import { beyondLeases, secondsFrom } from '../times.ts'
import { NOT_SUPPRESSED } from './suppression.ts'

const IS_RECIPIENT = `subscribers.status = 'confirmed' AND ${NOT_SUPPRESSED}`
const IS_OPEN = `deliveries.state IN ('waiting', 'deferred')`

export function* recipientCount(service: string): Operation<number> {
  return yield* countOf(
    `SELECT count(*) AS count FROM subscribers WHERE subscribers.service = $1 AND ${IS_RECIPIENT}`,
    service,
  )
}

export function* startDeliveries(issueId: string, at: string): Operation<number> {
  // Locks its row: whatever starts it at the same time waits, and adds nobody.
  const started = yield* first(
    'UPDATE issues SET started_at = $1 WHERE id = $2 AND started_at IS NULL RETURNING service',
    at,
    issueId,
  )
  if (started) {
    yield* fillDigests()
    yield* query(
      `INSERT INTO deliveries (issue_id, subscriber_id, digest, due_at)
       SELECT CAST($1 AS TEXT), subscribers.id, subscribers.digest, CAST($2 AS TEXT) FROM subscribers
       WHERE subscribers.service = $3 AND ${IS_RECIPIENT} ORDER BY subscribers.id ${STAY('subscribers')}
       ON CONFLICT (issue_id, digest) DO NOTHING`,
      issueId,
      at,
      textOf(started.service),
    )
  }
  return yield* countOf('SELECT count(*) AS count FROM deliveries WHERE issue_id = $1', issueId)
}

const DUE = `
  SELECT deliveries.id, deliveries.attempts, subscribers.email, subscribers.manage_token
  FROM deliveries JOIN subscribers ON subscribers.id = deliveries.subscriber_id
  WHERE deliveries.issue_id = $1 AND ${IS_OPEN} AND deliveries.due_at <= $2
    AND (deliveries.leased_until IS NULL OR deliveries.leased_until <= $2 OR deliveries.leased_until > $3)
    AND ${IS_RECIPIENT}
  ORDER BY deliveries.id LIMIT $4 ${SKIP_LOCKED('deliveries')}`

export function* takeDeliveries(
  issueId: string,
  limit: number,
  at: string,
  leaseSeconds: number,
): Operation<Delivery[]> {
  const rows = yield* query(DUE, issueId, at, beyondLeases(at), limit)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => Number(id))
  const lease = `UPDATE deliveries SET leased_until = $1 WHERE id IN (${places(2, ids.length)})`
  yield* query(lease, secondsFrom(at, leaseSeconds), ...ids)
  return rows.map((row) => ({
    id: Number(row.id),
    email: textOf(row.email),
    manageToken: textOf(row.manage_token),
    attempts: Number(row.attempts),
  }))
}

export function* handOver(id: number, at: string): Operation<boolean> {
  return yield* changes(
    `UPDATE deliveries SET state = 'handed-over', done_at = $1, leased_until = NULL
     WHERE deliveries.id = $2 AND ${IS_OPEN} AND EXISTS (
       SELECT 1 FROM subscribers WHERE subscribers.id = deliveries.subscriber_id AND ${IS_RECIPIENT})
     RETURNING id`,
    at,
    id,
  )
}

export function* takeBack(id: number, at: string): Operation<boolean> {
  return yield* changes(
    `UPDATE deliveries SET state = 'waiting', done_at = NULL, leased_until = NULL
     WHERE id = $1 AND state = 'handed-over' AND done_at = $2 RETURNING id`,
    id,
    at,
  )
}

export function* deliveryDone(id: number, at: string, outcome: DeliveryOutcome): Operation<void> {
  const isUndecided = `deliveries.id = $1 AND deliveries.state IN ('waiting', 'deferred', 'handed-over')`
  switch (outcome.kind) {
    case 'sent':
      yield* query(
        `UPDATE deliveries SET state = 'sent', done_at = $2, leased_until = NULL WHERE ${isUndecided}`,
        id,
        at,
      )
      break
    case 'refused':
      yield* query(
        `UPDATE deliveries SET state = 'refused', code = $3, done_at = $2, leased_until = NULL WHERE ${isUndecided}`,
        id,
        at,
        outcome.code,
      )
      break
    case 'deferred':
      yield* query(
        `UPDATE deliveries SET state = 'deferred', code = $3, done_at = $2, due_at = $4, attempts = attempts + 1,
           leased_until = NULL
         WHERE ${isUndecided}`,
        id,
        at,
        outcome.code ?? null,
        outcome.until,
      )
      break
    case 'unsent':
      yield* query(`UPDATE deliveries SET leased_until = NULL WHERE deliveries.id = $1 AND ${IS_OPEN}`, id)
  }
}

export function* deliveryCounts(issueId: string): Operation<DeliveryCounts> {
  const rows = yield* query(
    `SELECT CASE WHEN ${IS_OPEN} AND (subscribers.id IS NULL OR NOT (${IS_RECIPIENT})) THEN 'withdrawn'
       ELSE deliveries.state END AS outcome, count(*) AS count
     FROM deliveries LEFT JOIN subscribers ON subscribers.id = deliveries.subscriber_id
     WHERE deliveries.issue_id = $1 GROUP BY 1`,
    issueId,
  )
  const counts: DeliveryCounts = { waiting: 0, 'handed-over': 0, sent: 0, refused: 0, deferred: 0, withdrawn: 0 }
  return Object.assign(counts, Object.fromEntries(rows.map((row) => [textOf(row.outcome), Number(row.count)])))
}
