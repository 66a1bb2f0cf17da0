import type { Forgotten } from './forgetting.ts'
import type { Notice } from './notice.ts'
import type { ConfirmationOutcome, TokenState } from './subscribers.ts'

/** Calls to the thread of the file, and their results; both ends are of one build. Times are ISO 8601, UTC. */
export type Call =
  | { name: 'subscribe'; email: string; service: string; at: string }
  | { name: 'tokenState'; token: string; at: string }
  | { name: 'confirm'; token: string; at: string }
  | { name: 'forget'; at: string }

export type CallResult =
  | { name: 'subscribe'; value: 'added' | 'known' }
  | { name: 'tokenState'; value: TokenState }
  | { name: 'confirm'; value: ConfirmationOutcome }
  | { name: 'forget'; value: Forgotten }

export type ToThread = { kind: 'call'; id: number; call: Call } | { kind: 'close' }

export type FromThread =
  | { kind: 'answer'; id: number; response: CallResult }
  | { kind: 'failure'; id: number; reason: 'timeout' | 'unusable'; detail: string }
  | { kind: 'notice'; notice: Notice }

export interface ThreadData {
  file: string
  /** Limit of a call within the thread. Milliseconds. */
  limit: number
}
