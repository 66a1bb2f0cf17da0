import type { FailureContext } from './failures.ts'

export interface Sender {
  /** @param repeated unreported occurrences since the last report */
  send(error: unknown, context: FailureContext, repeated: number): void
  flush(limit: number): Promise<unknown>
}
