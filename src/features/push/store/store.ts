import { type CallName, type Calls, OPERATIONS } from './operations/operations.ts'

export type PushStore = { [N in CallName]: (...args: Calls[N]['args']) => Promise<Calls[N]['value']> } & {
  close(): Promise<void>
}

export type CallDatabase = <N extends CallName>(name: N, ...args: Calls[N]['args']) => Promise<Calls[N]['value']>

/** The text has nothing of a reader's. */
export class PushStoreError extends Error {
  override readonly name = 'PushStoreError'
}

/** A change resolves once it is on the disk (docs/decisions/061). */
export function storeOver(call: CallDatabase, close: () => Promise<void>): PushStore {
  const names = Object.keys(OPERATIONS) as CallName[]
  const methodOf = (name: CallName) => [name, (...args: Calls[CallName]['args']) => call(name, ...args)] as const
  return { ...(Object.fromEntries(names.map(methodOf)) as Omit<PushStore, 'close'>), close }
}
