export interface Store {
  get(key: string): Promise<string | undefined>
  increment(key: string, windowMs: number): Promise<Count>
  /** Keeps the newest `LOG_LENGTH` or a few more. @returns the entry's id */
  append(log: string, text: string): Promise<string>
  lastOf(log: string): Promise<string | undefined>
  /** Some stores wait for new ones. */
  after(log: string, id: string): Promise<LogSlice>
  /** Between readings, where `after` does not wait. Milliseconds. */
  readonly pause: number
  addScores(additions: readonly Addition[]): Promise<void>
  highest(sets: readonly string[], count: number): Promise<ScoredMember[][]>
  readonly batchInterval: number
  /** Absent: all ends with the process. */
  readonly lasting?: LastingValues
  close(): Promise<void>
}

export interface LastingValues {
  put(key: string, text: string, lifetime: number): Promise<void>
  /** @returns which keys exist */
  prolong(keys: readonly string[], lifetime: number): Promise<boolean[]>
  fields(table: string): Promise<ReadonlyMap<string, string>>
  setFields(table: string, fields: ReadonlyMap<string, string>, lifetime: number): Promise<void>
  removeFields(table: string, names: readonly string[]): Promise<void>
}

export interface Count {
  count: number
  /** Until the window ends. Milliseconds. */
  resetMs: number
}

export interface LogSlice {
  entries: string[]
  last: string
  isWhole: boolean
}

export interface Addition {
  set: string
  member: string
  by: number
  /** From now on. Milliseconds. */
  lifetime: number
}

export type ScoredMember = [member: string, score: number]

export const MAX_MEMBERS = 1000

export const LOG_LENGTH = 1000

/** The message has neither URL nor credentials. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** The store is available, but knows or permits no such command. */
export class StoreRefusal extends StoreError {}

/** The command may have been carried out: sending it again might do it twice. */
export class LostReply extends StoreError {}
