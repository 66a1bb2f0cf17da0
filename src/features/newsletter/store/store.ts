import { SubscribersError } from '../subscribers.ts'
import { CALL_NAMES, valueWithoutToken } from './calls.ts'
import type { CallName, Calls } from './operations/operations.ts'
import type { StartProgress } from './records.ts'

export interface Call<N extends CallName = CallName> {
  name: N
  args: Calls[N]['args']
}

export type CallDatabase = <N extends CallName>(name: N, ...args: Calls[N]['args']) => Promise<Calls[N]['value']>

type StoreCalls = { [N in CallName]: (...args: Calls[N]['args']) => Promise<Calls[N]['value']> }

/**
 * Times are ISO 8601, UTC (docs/decisions/061). Letters' case makes no other address. Calls throw a `SubscribersError`
 * without any address. A change resolves once it is on the disk (SUB-1, SUB-16).
 */
export interface SubscriberStore extends StoreCalls {
  /**
   * The next call goes on with an interrupted one, and later ones add nobody (SUB-21, SUB-26).
   * @returns the number of deliveries; 0: unknown issue
   */
  startDeliveries(issueId: string, at: string, progress?: StartProgress): Promise<number>
  close(): Promise<void>
}

/** What is no token, or no text to a database, never gets there. */
export function storeOver(database: CallDatabase, close: () => Promise<void>): SubscriberStore {
  const call: CallDatabase = async (name, ...args) => {
    const known = valueWithoutToken(name, args)
    if (known) return known.value
    if (args.some((arg: unknown) => typeof arg === 'string' && arg.includes('\0'))) {
      throw new SubscribersError('unusable', 'a text with a NUL character')
    }
    return database(name, ...args)
  }
  const methodOf = (name: CallName) => [name, (...args: Calls[CallName]['args']) => call(name, ...args)] as const
  return {
    ...(Object.fromEntries(CALL_NAMES.map(methodOf)) as StoreCalls),
    async startDeliveries(issueId, at, { onPage, signal } = {}) {
      for (;;) {
        const { queued, isDone } = await call('startPage', issueId, at)
        if (isDone || signal?.aborted) return queued
        await onPage?.(queued)
      }
    },
    close,
  }
}
