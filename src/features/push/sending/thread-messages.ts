import type { DatabaseSettings } from '../../../system/postgresql/connections.ts'
import type { CallName, Calls } from '../store/operations/operations.ts'
import type { Outcome } from '../store/records.ts'
import type { Vapid } from './push-request.ts'

/** Messages between the portal and the thread that keeps subscriptions and sends; both ends are of one build. */

/** A database where one is set, else a file. */
export type PushPlace = { file: string } | { database: DatabaseSettings }

export interface ThreadData {
  place: PushPlace
  /** Folder of journals. */
  folder: string
  vapid: Vapid
  ownHosts: readonly string[]
  rate: number
  /** Milliseconds between two looks. */
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

/** As the portal reads them: the value is that of the call. */
export type FromThread = Exclude<SentByThread, { kind: 'value' }> | { kind: 'value'; id: number; value: never }
