import type { FailureContext } from './failures.ts'

/** What sends a report. */
export interface Sender {
  /** @param repeated how often the same was met since it was last sent, and not reported */
  send(error: unknown, context: FailureContext, repeated: number): void
  /** @param limit milliseconds */
  flush(limit: number): Promise<unknown>
}
