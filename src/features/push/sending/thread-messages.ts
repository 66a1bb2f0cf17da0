import type { DatabaseSettings } from '../../../system/postgresql/connections.ts'
import type { CallName, Calls } from '../store/operations/operations.ts'
import type { Outcome } from '../store/records.ts'
import type { Vapid } from './push-request.ts'

export type PushPlace = { file: string } | { database: DatabaseSettings }

export interface ThreadData {
  place: PushPlace
  folder: string
  vapid: Vapid
  ownHosts: readonly string[]
  rate: number
  /** Milliseconds. */
  interval: number
}

export interface Call<N extends CallName = CallName> {
  name: N
  args: Calls[N]['args']
}

export type ToThread = { kind: 'call'; id: number; call: Call } | { kind: 'close' }

export type SentByThread =
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'failure'; id: number; problem: string }
  | { kind: 'outcomes'; counts: Readonly<Record<Outcome['kind'], number>> }
  | { kind: 'trouble'; problem: string }

export type FromThread = Exclude<SentByThread, { kind: 'value' }> | { kind: 'value'; id: number; value: never }
