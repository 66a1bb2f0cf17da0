import type { Notice } from '../notice.ts'
import type { Call } from '../store.ts'

/** Messages between the portal and the thread of the file; both ends are of one build. */

/** @property at the time, ISO 8601, for a file that has to be opened first */
export type ToThread = { kind: 'call'; id: number; at: string; call: Call } | { kind: 'close' }

type Report =
  | { kind: 'failure'; id: number; reason: 'timeout' | 'unusable'; detail: string }
  | { kind: 'notice'; notice: Notice }

export type SentByThread = Report | { kind: 'answer'; id: number; value: unknown }

/** The caller knows the type of the value that it waits for. */
export type FromThread = Report | { kind: 'answer'; id: number; value: never }

export interface ThreadData {
  file: string
  /** Limit of a call within the thread. Milliseconds. */
  limit: number
}
