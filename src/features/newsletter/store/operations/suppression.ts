import { digestOf } from '../digest.ts'
import { first, type Operation, query } from '../operation.ts'
import type { SuppressionReason } from '../records.ts'

/** No letter and no issue goes to the address any more (SUB-20). The first reason stays. */
export function* suppress(email: string, reason: SuppressionReason, at: string): Operation<void> {
  yield* query(
    'INSERT INTO suppressions (digest, reason, created_at) VALUES ($1, $2, $3) ON CONFLICT (digest) DO NOTHING',
    yield* digestOf(email),
    reason,
    at,
  )
}

export function* isSuppressed(email: string): Operation<boolean> {
  return (yield* first('SELECT 1 AS one FROM suppressions WHERE digest = $1', yield* digestOf(email))) !== undefined
}

/** For a `WHERE` with the table of subscribers in it. */
export const NOT_SUPPRESSED = 'NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.digest = subscribers.digest)'
