import { changes, first, type Operation, query, textOf } from '../../../../system/sql/operation.ts'
import type { Message, TopicFigures, Urgency } from '../records.ts'
import { endTopic } from './subscribing.ts'

/** The most urgent go out first. */
export const URGENCIES = ['high', 'normal', 'low'] as const satisfies readonly Urgency[]

/**
 * Makes a message of what no instance has announced yet (PUSH-10).
 * @param marks the newest first: older ones never become news when it is withdrawn
 * @returns `first`: nothing was known of the topic, so what it shows is old
 */
export function* announce(
  topic: string,
  marks: readonly string[],
  message: Message | undefined,
  at: string,
): Operation<'first' | 'known' | 'announced'> {
  const known = yield* query('SELECT mark FROM marks WHERE topic = $1', topic)
  const before = new Set(known.map(({ mark }) => textOf(mark)))
  const [newest] = marks
  if (newest === undefined || before.has(newest)) return 'known'
  let isMine = false
  for (const mark of marks) {
    if (before.has(mark)) continue
    const isNew = yield* changes(
      'INSERT INTO marks (topic, mark, at) VALUES ($1, $2, $3) ON CONFLICT (topic, mark) DO NOTHING RETURNING mark',
      ...[topic, mark, at],
    )
    if (mark === newest) isMine = isNew
  }
  if (before.size === 0) return 'first'
  if (!isMine) return 'known'
  if (message) yield* addMessage(message, at)
  return 'announced'
}

function* addMessage(message: Message, at: string): Operation<void> {
  const { id, topic, payload, urgency, dueAt, expiresAt, replaces, endsTopic } = message
  // What waits for the morning gives way to what is newer.
  yield* query(
    "UPDATE messages SET state = 'sent' WHERE topic = $1 AND state IN ('sending', 'waiting') AND (due_at > $2 OR $3 = 1)",
    ...[topic, at, replaces ? 1 : 0],
  )
  yield* query(
    `INSERT INTO messages (id, topic, payload, urgency, created_at, due_at, expires_at, ends_topic)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    ...[id, topic, payload, URGENCIES.indexOf(urgency), at, dueAt, expiresAt, endsTopic ? 1 : 0],
  )
}

export function* closeMessages(at: string): Operation<void> {
  const late = `state IN ('sending', 'waiting') AND expires_at <= $1`
  const expired = yield* query(`SELECT id FROM messages WHERE ${late}`, at)
  for (const { id } of expired) {
    const left = yield* query('DELETE FROM retries WHERE message_id = $1 RETURNING message_id', textOf(id))
    yield* query('UPDATE messages SET refused = refused + $1 WHERE id = $2', left.length, textOf(id))
  }
  const closed = yield* query(
    `UPDATE messages SET state = 'sent'
     WHERE (${late}) OR (state = 'waiting'
       AND NOT EXISTS (SELECT 1 FROM retries WHERE retries.message_id = messages.id)
       AND NOT EXISTS (SELECT 1 FROM handed WHERE handed.message_id = messages.id))
     RETURNING topic, ends_topic`,
    at,
  )
  for (const { topic, ends_topic: ends } of closed) if (Number(ends) === 1) yield* endTopic(textOf(topic))
}

export function* addClicks(clicks: ReadonlyArray<{ id: string; clicks: number }>): Operation<void> {
  // One order for all prevents deadlocks.
  for (const one of [...clicks].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    yield* query('UPDATE messages SET clicks = clicks + $1 WHERE id = $2', one.clicks, one.id)
  }
}

/** Sums up topics that are chosen, or had messages within the last months. */
export function* figures(): Operation<TopicFigures[]> {
  const sums = yield* query(
    `SELECT topic, sum(sent) AS sent, sum(refused) AS refused, sum(gone) AS gone, sum(unknown) AS unknown,
       sum(clicks) AS clicks
     FROM messages GROUP BY topic`,
  )
  const chosen = yield* query('SELECT topic, count(*) AS subscriptions FROM topics GROUP BY topic')
  const names = [...new Set([...sums, ...chosen].map(({ topic }) => textOf(topic)))].sort()
  return names.map((topic) => {
    const sum = sums.find((row) => row.topic === topic)
    const numberOf = (name: keyof Omit<TopicFigures, 'topic'>): number => Number(sum?.[name] ?? 0)
    return {
      topic,
      subscriptions: Number(chosen.find((row) => row.topic === topic)?.subscriptions ?? 0),
      sent: numberOf('sent'),
      refused: numberOf('refused'),
      gone: numberOf('gone'),
      unknown: numberOf('unknown'),
      clicks: numberOf('clicks'),
    }
  })
}

export function* subscriptionCount(): Operation<number> {
  return Number((yield* first('SELECT count(*) AS count FROM subscriptions'))?.count ?? 0)
}
