import type { Forgotten } from './forgetting.ts'
import type { Notice } from './notice.ts'
import type { ConfirmationOutcome, TokenState } from './subscribers.ts'

/** What the thread of the file is asked, and what it answers: both ends are of one build. Times are ISO 8601, UTC. */
export type Call =
  | { name: 'subscribe'; email: string; service: string; at: string }
  | { name: 'tokenState'; token: string; at: string }
  | { name: 'confirm'; token: string; at: string }
  | { name: 'forget'; at: string }

export type Answer =
  | { name: 'subscribe'; value: 'added' | 'known' }
  | { name: 'tokenState'; value: TokenState }
  | { name: 'confirm'; value: ConfirmationOutcome }
  | { name: 'forget'; value: Forgotten }

export type ToThread = { kind: 'call'; id: number; call: Call } | { kind: 'close' }

export type FromThread =
  | { kind: 'answer'; id: number; answer: Answer }
  | { kind: 'failure'; id: number; reason: 'timeout' | 'unusable'; detail: string }
  | { kind: 'notice'; notice: Notice }

export interface ThreadData {
  file: string
  /** How long a call may take in the thread. Milliseconds. */
  limit: number
}
