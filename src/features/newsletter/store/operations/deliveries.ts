import type { SubjectVersion } from '../../../../content/issue-links.ts'
import {
  beyondLeases,
  changes,
  countOf,
  first,
  type Operation,
  places,
  query,
  SKIP_LOCKED,
  STAY,
  secondsFrom,
  textOf,
} from '../../../../system/sql/operation.ts'
import { fillDigests } from '../digest.ts'
import type { Delivery, DeliveryCounts, DeliveryOutcome, StartedPage } from '../records.ts'
import { betterSubject, TRIAL_SECONDS, trialVersion } from './subject-trial.ts'
import { NOT_SUPPRESSED, suppress } from './subscribers.ts'

const IS_RECIPIENT = `subscribers.status = 'confirmed' AND ${NOT_SUPPRESSED}`
const IS_OPEN = `deliveries.state IN ('waiting', 'deferred')`
/**
 * An expression, because PostgreSQL takes the partial index of open deliveries for empty until it has counted them, and
 * would go through all of it (SUB-26).
 */
const IS_STILL_OPEN = `(deliveries.state || '') IN ('waiting', 'deferred')`

export function* recipientCount(service: string): Operation<number> {
  return yield* countOf(
    `SELECT count(*) AS count FROM subscribers WHERE subscribers.service = $1 AND ${IS_RECIPIENT}`,
    service,
  )
}

/** Rows of a transaction, for which other writers wait less than a second. */
const PAGE = 5000
/** A confirmation beyond parameter 5 comes from a wrong clock, and counts. Parameter 4 is the start. */
const WAS_CONFIRMED =
  '(subscribers.confirmed_at IS NULL OR subscribers.confirmed_at <= $4 OR subscribers.confirmed_at > $5)'

/** Any process may go on with the issue from the first page on. */
export function* startPage(issueId: string, at: string): Operation<StartedPage> {
  // Locks the row against a concurrent start.
  const issue = yield* first(
    `UPDATE issues SET
       state = CASE state WHEN 'draft' THEN 'sending' ELSE state END,
       fill_until = CASE WHEN started_at IS NULL THEN (SELECT coalesce(max(id), 0) FROM subscribers) ELSE fill_until END,
       filled_to = CASE WHEN started_at IS NULL THEN 0 ELSE filled_to END,
       started_at = coalesce(started_at, $1)
     WHERE id = $2 AND (started_at IS NULL OR fill_until IS NOT NULL)
     RETURNING service, started_at, filled_to, fill_until, trial`,
    at,
    issueId,
  )
  if (!issue) return { queued: yield* queuedOf(issueId), isDone: true }
  const [from, until] = [Number(issue.filled_to), Number(issue.fill_until)]
  const page = `SELECT id FROM subscribers WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${PAGE}`
  const last = Number((yield* first(`SELECT max(id) AS id FROM (${page}) AS page`, from, until))?.id ?? 0)
  if (last > 0) {
    const trial = issue.trial === null || issue.trial === undefined ? undefined : Number(issue.trial)
    yield* addDeliveries(issueId, textOf(issue.service), textOf(issue.started_at), { from, last, trial })
  }
  const isDone = last === 0 || last >= until
  yield* query(
    'UPDATE issues SET filled_to = $1, fill_until = $2 WHERE id = $3',
    Math.max(from, last),
    isDone ? null : until,
    issueId,
  )
  if (isDone) {
    const all = yield* countOf('SELECT count(*) AS count FROM deliveries WHERE issue_id = $1', issueId)
    yield* query('UPDATE issues SET queued = $1 WHERE id = $2', all, issueId)
  }
  return { queued: yield* queuedOf(issueId), isDone }
}

function* addDeliveries(
  issueId: string,
  service: string,
  startedAt: string,
  { from, last, trial }: { from: number; last: number; trial: number | undefined },
): Operation<void> {
  yield* fillDigests({ after: from, last })
  const version = trial === undefined ? undefined : trialVersion(issueId, trial)
  const [columns, values] =
    version === undefined
      ? ['due_at', 'CAST($2 AS TEXT)']
      : [
          'version, state, due_at',
          `${version}, CASE WHEN (${version}) IS NULL THEN 'deferred' ELSE 'waiting' END,
           CASE WHEN (${version}) IS NULL THEN '${secondsFrom(startedAt, TRIAL_SECONDS)}' ELSE CAST($2 AS TEXT) END`,
        ]
  const added = yield* query(
    `INSERT INTO deliveries (issue_id, subscriber_id, digest, ${columns})
     SELECT CAST($1 AS TEXT), subscribers.id, subscribers.digest, ${values} FROM subscribers
     WHERE subscribers.service = $3 AND subscribers.id > $6 AND subscribers.id <= $7 AND ${WAS_CONFIRMED} AND ${IS_RECIPIENT}
     ORDER BY subscribers.id ${STAY('subscribers')}
     ON CONFLICT (issue_id, digest) DO NOTHING RETURNING id`,
    issueId,
    startedAt,
    service,
    startedAt,
    beyondLeases(startedAt),
    from,
    last,
  )
  yield* query('UPDATE issues SET queued = coalesce(queued, 0) + $1 WHERE id = $2', added.length, issueId)
}

function* queuedOf(issueId: string): Operation<number> {
  return yield* countOf('SELECT coalesce(sum(queued), 0) AS count FROM issues WHERE id = $1', issueId)
}

/** A partial index finds the few due deliveries among any number (SUB-26). */
const DUE = `
  SELECT deliveries.id, deliveries.attempts, deliveries.version, subscribers.email, subscribers.manage_token
  FROM deliveries JOIN subscribers ON subscribers.id = deliveries.subscriber_id
  WHERE deliveries.issue_id = $1 AND ${IS_OPEN} AND deliveries.due_at <= $2
    AND (deliveries.leased_until IS NULL OR deliveries.leased_until <= $2 OR deliveries.leased_until > $3)
    AND ${IS_RECIPIENT}
  ORDER BY deliveries.due_at, deliveries.id LIMIT $4 ${SKIP_LOCKED('deliveries')}`

export function* takeDeliveries(
  issueId: string,
  limit: number,
  at: string,
  leaseSeconds: number,
): Operation<Delivery[]> {
  const due = yield* query(DUE, issueId, at, beyondLeases(at), limit)
  const waited = due.some(({ version }) => versionOf(version) === undefined)
  const winner = waited ? yield* betterSubject(issueId, at) : undefined
  const rows = winner === 'wait' ? due.filter(({ version }) => versionOf(version) !== undefined) : due
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => Number(id))
  const lease = `UPDATE deliveries SET leased_until = $1 WHERE id IN (${places(2, ids.length)})`
  yield* query(lease, secondsFrom(at, leaseSeconds), ...ids)
  return rows.map((row) => ({
    id: Number(row.id),
    email: textOf(row.email),
    manageToken: textOf(row.manage_token),
    attempts: Number(row.attempts),
    version: versionOf(row.version),
    winner: winner === 'wait' ? undefined : winner,
  }))
}

function versionOf(value: unknown): SubjectVersion | undefined {
  return value === 'a' || value === 'b' ? value : undefined
}

/**
 * The mail counts as sent from now on (SUB-21).
 * @returns false: the reader has left, or another process has handed it over
 */
export function* handOver(id: number, at: string): Operation<boolean> {
  return yield* changes(
    `UPDATE deliveries SET state = 'handed-over', done_at = $1, leased_until = NULL
     WHERE deliveries.id = $2 AND ${IS_STILL_OPEN} AND EXISTS (
       SELECT 1 FROM subscribers WHERE subscribers.id = deliveries.subscriber_id AND ${IS_RECIPIENT})
     RETURNING id`,
    at,
    id,
  )
}

/** Undoes a hand-over whose mail never left. */
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
      // In one transaction: otherwise a suppressed reader whose delivery is open would count as one who left.
      if (outcome.unknownMailbox !== undefined) yield* suppress(outcome.unknownMailbox, 'bounce', at)
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
      yield* query(`UPDATE deliveries SET leased_until = NULL WHERE deliveries.id = $1 AND ${IS_STILL_OPEN}`, id)
  }
}

/** Those who waited for the trial count too; what a server deferred has been attempted. */
const WAITS = "(deliveries.state = 'waiting' OR (issues.winner IS NOT NULL AND deliveries.attempts = 0))"

export function* hasWaiting(issueId: string): Operation<boolean> {
  const row = yield* first(
    `SELECT 1 AS one FROM issues WHERE id = $1 AND (fill_until IS NOT NULL OR EXISTS (
       SELECT 1 FROM deliveries JOIN subscribers ON subscribers.id = deliveries.subscriber_id
       WHERE deliveries.issue_id = $1 AND ${IS_OPEN} AND ${WAITS} AND ${IS_RECIPIENT}))`,
    issueId,
  )
  return row !== undefined
}

export function* deliveryCounts(issueId: string): Operation<DeliveryCounts> {
  // One statement counts none twice while it is folded.
  const rows = yield* query(
    `SELECT outcome, sum(people) AS people FROM (
       SELECT deliveries.state AS outcome, count(*) AS people FROM deliveries
         WHERE deliveries.issue_id = $1 AND NOT (${IS_OPEN}) GROUP BY deliveries.state
       UNION ALL
       SELECT CASE WHEN subscribers.id IS NULL OR NOT (${IS_RECIPIENT}) THEN 'withdrawn' ELSE deliveries.state END,
         count(*) FROM deliveries LEFT JOIN subscribers ON subscribers.id = deliveries.subscriber_id
         WHERE deliveries.issue_id = $1 AND ${IS_OPEN} GROUP BY 1
       UNION ALL
       SELECT outcome, people FROM delivery_counts WHERE issue_id = $1
     ) AS counted GROUP BY outcome`,
    issueId,
  )
  const counts: DeliveryCounts = { waiting: 0, 'handed-over': 0, sent: 0, refused: 0, deferred: 0, withdrawn: 0 }
  return Object.assign(counts, Object.fromEntries(rows.map((row) => [textOf(row.outcome), Number(row.people)])))
}
