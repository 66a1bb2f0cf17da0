import { leaseStatement } from '../../../../system/lease.ts'
import {
  beyondLeases,
  changes,
  first,
  type Operation,
  query,
  type Row,
  secondsFrom,
  textOf,
} from '../../../../system/sql/operation.ts'
import { type IssueRecord, type IssueState, MAX_CONTENT } from '../records.ts'

/**
 * @returns false: the id is taken
 * @throws {RangeError} when the content is too long
 */
export function* saveIssue({
  id,
  service,
  subject,
  createdAt,
  content,
  state,
  trial,
}: IssueRecord): Operation<boolean> {
  if (content.length > MAX_CONTENT) throw new RangeError(`an issue has at most ${MAX_CONTENT} characters`)
  return yield* changes(
    `INSERT INTO issues (id, service, subject, created_at, content, state, trial)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    id,
    service,
    subject,
    createdAt,
    content,
    state,
    trial ?? null,
  )
}

export function* issue(id: string): Operation<IssueRecord | undefined> {
  const row = yield* first('SELECT * FROM issues WHERE id = $1', id)
  return row && issueOf(row)
}

export function* issues(service: string, limit: number): Operation<IssueRecord[]> {
  const rows = yield* query(
    'SELECT * FROM issues WHERE service = $1 ORDER BY created_at DESC, id DESC LIMIT $2',
    service,
    limit,
  )
  return rows.map(issueOf)
}

/** False: unknown issue. */
export function* setIssueState(id: string, state: IssueState): Operation<boolean> {
  return yield* changes('UPDATE issues SET state = $1 WHERE id = $2 RETURNING id', state, id)
}

function issueOf(row: Row): IssueRecord {
  return {
    id: textOf(row.id),
    service: textOf(row.service),
    subject: textOf(row.subject),
    createdAt: textOf(row.created_at),
    content: textOf(row.content),
    trial: row.trial === null || row.trial === undefined ? undefined : Number(row.trial),
    winner: row.winner === 'a' || row.winner === 'b' ? row.winner : undefined,
    state: row.state === 'sending' || row.state === 'sent' ? row.state : 'draft',
  }
}

const LEASE = leaseStatement('leases', { now: '$4', until: '$3', longest: '$5' })

/** Takes or prolongs a lease; 0 seconds give it back. */
export function* lease(name: string, holder: string, at: string, seconds: number): Operation<boolean> {
  return yield* changes(LEASE, name, holder, secondsFrom(at, seconds), at, beyondLeases(at))
}
