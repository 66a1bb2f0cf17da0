import type { FailureContext } from './failures.ts'

/** Sends reports. */
export interface Sender {
  /** @param repeated unreported occurrences since the last report */
  send(error: unknown, context: FailureContext, repeated: number): void
  /** @param limit milliseconds */
  flush(limit: number): Promise<unknown>
}
