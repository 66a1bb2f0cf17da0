import type { SubjectVersion } from '../../../../content/issue-links.ts'
import { first, type Operation, query, secondsFrom, textOf } from '../../../../system/sql/operation.ts'

/** A row is a sum, and of no reader (ISSUE-20). */
export interface LinkClicks {
  issueId: string
  link: number
  version: SubjectVersion | ''
  clicks: number
}

export function* addClicks(rows: readonly LinkClicks[]): Operation<void> {
  // One order for all prevents deadlocks.
  const keyOf = ({ issueId, link, version }: LinkClicks): string => `${issueId} ${link} ${version}`
  for (const row of [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    yield* query(
      `INSERT INTO issue_clicks (issue_id, link, version, clicks) VALUES ($1, $2, $3, $4)
       ON CONFLICT (issue_id, link, version) DO UPDATE SET clicks = issue_clicks.clicks + excluded.clicks`,
      row.issueId,
      row.link,
      row.version,
      row.clicks,
    )
  }
}

export interface IssueFigures {
  clicks: Array<Omit<LinkClicks, 'issueId'>>
  unsubscribed: number
}

export function* issueFigures(issueId: string): Operation<IssueFigures> {
  const clicks = yield* query(
    'SELECT link, version, clicks FROM issue_clicks WHERE issue_id = $1 ORDER BY link, version',
    issueId,
  )
  const left = yield* first('SELECT people FROM issue_departures WHERE issue_id = $1', issueId)
  return {
    clicks: clicks.map(({ link, version, clicks: sum }) => ({
      link: Number(link),
      version: version === 'a' || version === 'b' ? version : '',
      clicks: Number(sum),
    })),
    unsubscribed: Number(left?.people ?? 0),
  }
}

/** An unsubscription counts for the last issue that the reader got within these days. */
const LAST_ISSUE_SECONDS = 30 * 86_400

export function* countForLastIssue(subscriberId: number, at: string): Operation<void> {
  const delivery = yield* first(
    `SELECT issue_id FROM deliveries
     WHERE subscriber_id = $1 AND state IN ('sent', 'handed-over') AND done_at > $2 ORDER BY done_at DESC LIMIT 1`,
    subscriberId,
    secondsFrom(at, -LAST_ISSUE_SECONDS),
  )
  if (!delivery) return
  yield* query(
    `INSERT INTO issue_departures (issue_id, people) VALUES ($1, 1)
     ON CONFLICT (issue_id) DO UPDATE SET people = issue_departures.people + 1`,
    textOf(delivery.issue_id),
  )
}
