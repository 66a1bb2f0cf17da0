import type { PoolClient } from 'pg'
import { scrubbedText } from '../scrub.ts'
import { type Operation, type Row, withLocks } from '../sql/operation.ts'
import { within } from './connections.ts'

/** After a `COMMIT` without a reply nobody knows what was written. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError'
}

/** Less than the caller waits. */
const STATEMENT_LIMIT_MS = 7000
/** Ends an abandoned transaction. */
const IDLE_LIMIT_MS = 15_000

/** A pooler shares sessions, so the transaction has the settings. `synchronous_commit` is always on (SUB-16). */
const BEGIN = (mode: 'READ ONLY' | 'READ WRITE', schema: string): string =>
  `BEGIN ISOLATION LEVEL READ COMMITTED ${mode};
   SET LOCAL search_path TO ${schema};
   SET LOCAL synchronous_commit TO on;
   SET LOCAL statement_timeout TO ${STATEMENT_LIMIT_MS};
   SET LOCAL idle_in_transaction_session_timeout TO ${IDLE_LIMIT_MS}`

/**
 * @param until when the caller gives up, by `performance.now()`
 * @throws {UnknownOutcomeError} forbids a repetition; after other errors nothing was written
 */
export async function runInTransaction<T>(
  client: PoolClient,
  operation: Operation<T>,
  { schema, isRead, until }: { schema: string; isRead: boolean; until: number },
): Promise<T> {
  await within(client.query(BEGIN(isRead ? 'READ ONLY' : 'READ WRITE', schema)), until)
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

interface Failure {
  /** `passing`: a retry may succeed. `lasting`: an operator must help. */
  kind: 'passing' | 'lasting'
  lacksTables: boolean
  detail: string
}

/**
 * SQLSTATE of what passes: connections, starts and stops, calls in each other's way
 * (postgresql.org/docs/current/errcodes-appendix.html).
 */
const PASSING = /^(?:08...|40...|53...|55P03|57P0[123]|57014|25006|23503)$/
const NO_TABLES = new Set(['42P01', '3F000', '42703'])
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
const CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Client has encountered a connection error)/

export function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const isPassing = PASSING.test(code) || NETWORK.has(code) || (code === '' && CONNECTION.test(message))
  return {
    kind: isPassing ? 'passing' : 'lasting',
    lacksTables: NO_TABLES.has(code),
    // Several failed attempts have no message.
    detail: scrubbedText(message || code || 'no connection'),
  }
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
