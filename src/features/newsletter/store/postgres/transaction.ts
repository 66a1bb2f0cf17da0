import type { PoolClient } from 'pg'
import { within } from '../../../../system/postgresql/connections.ts'
import { type Operation, type Row, withLocks } from '../operation.ts'
import { SCHEMA } from './schema.ts'

/** The reply to a `COMMIT` did not come, so nobody knows whether the change was written. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError'
}

/** A little less than the caller waits. Milliseconds. */
const STATEMENT_LIMIT_MS = 7000
/** A transaction that its process has left ends. Milliseconds. */
const IDLE_LIMIT_MS = 15_000

/**
 * Settings count for the transaction alone, because a pooler in between gives the session to others.
 * `synchronous_commit` is on whatever the server's default: a change is acknowledged once it is on the disk (SUB-16).
 */
const BEGIN = (mode: 'READ ONLY' | 'READ WRITE'): string =>
  `BEGIN ISOLATION LEVEL READ COMMITTED ${mode};
   SET LOCAL search_path TO ${SCHEMA};
   SET LOCAL synchronous_commit TO on;
   SET LOCAL statement_timeout TO ${STATEMENT_LIMIT_MS};
   SET LOCAL idle_in_transaction_session_timeout TO ${IDLE_LIMIT_MS}`

/**
 * @param until when the caller stops waiting, by `performance.now()`
 * @throws {UnknownOutcomeError} after which the operation must not be repeated unseen; after any other error nothing
 * was written
 */
export async function runInTransaction<T>(
  client: PoolClient,
  operation: Operation<T>,
  { isRead, until }: { isRead: boolean; until: number },
): Promise<T> {
  await within(client.query(BEGIN(isRead ? 'READ ONLY' : 'READ WRITE')), until)
  for (let rows: readonly Row[] = []; ; ) {
    const step = operation.next(rows)
    if (step.done) {
      await commit(client, isRead, until)
      return step.value
    }
    const { sql, params } = step.value
    rows = (await within(client.query<Record<string, unknown>>(withLocks(sql), [...params]), until)).rows
  }
}

async function commit(client: PoolClient, isRead: boolean, until: number): Promise<void> {
  try {
    const { command } = await within(client.query('COMMIT'), until)
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`)
  } catch (error) {
    if (isRead) throw error
    throw new UnknownOutcomeError(error instanceof Error ? error.message : String(error))
  }
}
