import { createHash } from 'node:crypto'
import type { SubjectVersion } from '../../../../content/issue-links.ts'
import { first, type Operation, query, secondsFrom, textOf, textOrNone } from '../../../../system/sql/operation.ts'

/** Some readers get one of two subjects, the others the better one (ISSUE-21). */

/** Clicks count so long after the last mail of the trial. Seconds. */
export const TRIAL_SECONDS = 3600

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The rest of a digest is not evenly distributed. */
const PLACES = 40

/**
 * @param share readers in percent, half of them for each subject
 * @returns SQL of a subscriber's version, NULL for those who wait: the same on every instance
 */
export function trialVersion(issueId: string, share: number): string {
  const each = Math.max(1, Math.min(ALPHABET.length / 2, Math.round((ALPHABET.length * share) / 200)))
  const number = createHash('sha256').update(issueId).digest()
  const [place, turn] = [1 + (number.readUInt16BE(0) % PLACES), number.readUInt16BE(2) % ALPHABET.length]
  // Not the same readers in every issue.
  const turned = ALPHABET.slice(turn) + ALPHABET.slice(0, turn)
  const among = (from: number): string =>
    `IN (${[...turned.slice(from, from + each)].map((character) => `'${character}'`).join(', ')})`
  const character = `substr(subscribers.digest, ${place}, 1)`
  return `CASE WHEN ${character} ${among(0)} THEN 'a' WHEN ${character} ${among(each)} THEN 'b' END`
}

/**
 * Decided once, an hour after the trial's mails.
 * @returns `wait`: not yet; undefined: the issue has one subject
 */
export function* betterSubject(issueId: string, at: string): Operation<SubjectVersion | 'wait' | undefined> {
  // Instances decide one after the other.
  const issue = yield* first(
    'UPDATE issues SET trial = trial WHERE id = $1 AND trial IS NOT NULL RETURNING winner',
    issueId,
  )
  if (!issue) return undefined
  const known = textOrNone(issue.winner)
  if (known === 'a' || known === 'b') return known
  const trial = yield* query(
    `SELECT version, count(*) AS people, max(done_at) AS last FROM deliveries
     WHERE issue_id = $1 AND version IS NOT NULL AND attempts = 0 AND state IN ('sent', 'handed-over') GROUP BY version`,
    issueId,
  )
  const last = trial
    .map((row) => textOf(row.last))
    .sort()
    .at(-1)
  if (last !== undefined && secondsFrom(last, TRIAL_SECONDS) > at) return 'wait'
  const clicks = yield* query(
    'SELECT version, sum(clicks) AS clicks FROM issue_clicks WHERE issue_id = $1 AND link > 0 GROUP BY version',
    issueId,
  )
  const rateOf = (version: SubjectVersion): number => {
    const people = Number(trial.find((row) => row.version === version)?.people ?? 0)
    return people === 0 ? 0 : Number(clicks.find((row) => row.version === version)?.clicks ?? 0) / people
  }
  const winner = rateOf('b') > rateOf('a') ? 'b' : 'a'
  yield* query('UPDATE issues SET winner = $1 WHERE id = $2', winner, issueId)
  return winner
}

export interface SubjectTrial {
  winner: SubjectVersion | undefined
  sent: Record<SubjectVersion, number>
}

/** @returns undefined: the issue has one subject */
export function* subjectTrial(issueId: string): Operation<SubjectTrial | undefined> {
  const issue = yield* first('SELECT winner FROM issues WHERE id = $1 AND trial IS NOT NULL', issueId)
  if (!issue) return undefined
  const rows = yield* query(
    `SELECT version, count(*) AS people FROM deliveries
     WHERE issue_id = $1 AND version IS NOT NULL AND state IN ('sent', 'handed-over') GROUP BY version`,
    issueId,
  )
  const sentOf = (version: SubjectVersion): number => Number(rows.find((row) => row.version === version)?.people ?? 0)
  const winner = textOrNone(issue.winner)
  return {
    winner: winner === 'a' || winner === 'b' ? winner : undefined,
    sent: { a: sentOf('a'), b: sentOf('b') },
  }
}
