/** What instances of the portal share. Values are text; who reads one parses it. */
export interface Store {
  /** Nothing when there is no such key. */
  get(key: string): Promise<string | undefined>
  /** Counts one up, in a window that begins with the first count. */
  increment(key: string, windowMs: number): Promise<Count>
  /** Adds to the end of a log, which keeps its newest `LOG_LENGTH` entries or a few more. @returns the entry's id */
  append(log: string, text: string): Promise<string>
  /** Id of a log's last entry; nothing when it is empty. */
  lastOf(log: string): Promise<string | undefined>
  /** What came after an entry; a store that can do so waits a moment for something to come. */
  after(log: string, id: string): Promise<LogSlice>
  /** Milliseconds between two readings of a log, where `after` does not wait by itself. */
  readonly pause: number
  close(): Promise<void>
}

export interface Count {
  count: number
  /** Milliseconds until it begins anew. */
  resetMs: number
}

export interface LogSlice {
  /** Oldest first. */
  entries: string[]
  /** Id of the last entry that was read. */
  last: string
  /** False: entries may have come of which nothing is known any more. */
  isWhole: boolean
}

/** Entries that a log keeps for instances which were away. */
export const LOG_LENGTH = 1000

/** A store that cannot be used at the moment. Its message holds neither address nor credentials. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** The store is there, and does not do what it was asked to: a command that it does not know, or may not be given. */
export class StoreRefusal extends StoreError {}
