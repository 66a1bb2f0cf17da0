import { createHash } from 'node:crypto'
import { changes, daysFrom, first, type Operation, places, query, textOf } from '../../../../system/sql/operation.ts'
import type { Subscription } from '../records.ts'

/** More are a mistake or an attack. */
export const MAX_TOPICS = 50
/** A mark of what was announced outlives what lists still show. Days. */
const MARK_DAYS = 120
/** A coverage may be withdrawn, or never end. Days. */
const LIVE_DAYS = 30
/** Sums of messages stay so long. Days. */
const MESSAGE_DAYS = 90

/** An index over endpoints would hold each of them twice. */
function digestOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}

export interface TopicChange {
  add: readonly string[]
  remove: readonly string[]
}

/**
 * A subscription without topics is erased (PUSH-4).
 * @returns its topics now; undefined: the secret is another one, or it has too many topics
 */
export function* change(
  { service, endpoint, p256dh, auth }: Subscription,
  { add, remove }: TopicChange,
  at: string,
): Operation<string[] | undefined> {
  const digest = digestOf(endpoint)
  const known = yield* first('SELECT id, auth FROM subscriptions WHERE digest = $1', digest)
  if (known && known.auth !== auth) return undefined
  if (!known && add.length === 0) return []
  const row =
    known ??
    (yield* first(
      `INSERT INTO subscriptions (digest, service, endpoint, p256dh, auth, created_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (digest) DO UPDATE SET service = excluded.service RETURNING id`,
      ...[digest, service, endpoint, p256dh, auth, at],
    ))
  const id = Number(row?.id)
  for (const topic of add) {
    yield* query(
      'INSERT INTO topics (topic, subscription_id, since) VALUES ($1, $2, $3) ON CONFLICT (topic, subscription_id) DO NOTHING',
      ...[topic, id, at],
    )
  }
  for (const topic of remove) yield* query('DELETE FROM topics WHERE topic = $1 AND subscription_id = $2', topic, id)
  const topics = yield* topicsOf(id)
  if (topics.length === 0) yield* query('DELETE FROM subscriptions WHERE id = $1', id)
  if (topics.length > MAX_TOPICS && add.length > 0) {
    yield* query(
      `DELETE FROM topics WHERE subscription_id = $1 AND topic IN (${places(2, add.length)}) AND since = $${add.length + 2}`,
      ...[id, ...add, at],
    )
    return undefined
  }
  return topics
}

function* topicsOf(id: number): Operation<string[]> {
  const rows = yield* query('SELECT topic FROM topics WHERE subscription_id = $1 ORDER BY topic', id)
  return rows.map(({ topic }) => textOf(topic))
}

export function* erase(endpoint: string): Operation<boolean> {
  const row = yield* first('DELETE FROM subscriptions WHERE digest = $1 RETURNING id', digestOf(endpoint))
  if (!row) return false
  yield* query('DELETE FROM retries WHERE subscription_id = $1', Number(row.id))
  return true
}

export function* topics(): Operation<string[]> {
  const rows = yield* query('SELECT DISTINCT topic FROM topics ORDER BY topic')
  return rows.map(({ topic }) => textOf(topic))
}

export function* endTopic(topic: string): Operation<void> {
  const ended = yield* query('DELETE FROM topics WHERE topic = $1 RETURNING subscription_id', topic)
  if (ended.length > 0) yield* forgetWithoutTopics()
}

function* forgetWithoutTopics(): Operation<void> {
  yield* query(
    'DELETE FROM subscriptions WHERE NOT EXISTS (SELECT 1 FROM topics WHERE topics.subscription_id = subscriptions.id)',
  )
}

export function* forget(at: string): Operation<void> {
  yield* query("DELETE FROM topics WHERE topic LIKE '% live:%' AND since <= $1", daysFrom(at, -LIVE_DAYS))
  yield* forgetWithoutTopics()
  yield* query('DELETE FROM marks WHERE at <= $1', daysFrom(at, -MARK_DAYS))
  const old = yield* query(
    "DELETE FROM messages WHERE created_at <= $1 AND state = 'sent' RETURNING id",
    daysFrom(at, -MESSAGE_DAYS),
  )
  for (const { id } of old) yield* query('DELETE FROM handed WHERE message_id = $1', textOf(id))
  yield* changes('DELETE FROM retries WHERE due_at <= $1 RETURNING message_id', daysFrom(at, -MESSAGE_DAYS))
}
