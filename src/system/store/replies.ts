import * as z from 'zod'
import { StoreError, StoreRefusal } from './store.ts'

/** Start of a Redis error: `ERR unknown command 'XADD'`; in a transaction, after the command's number. */
const ERROR_REPLY = /^(?:Command \d+ \[ \w+ \] failed: )?([A-Z]+) /
const OF_EVERYTHING = new Set([
  'NOAUTH',
  'WRONGPASS',
  'LOADING',
  'MASTERDOWN',
  'CLUSTERDOWN',
  'BUSY',
  'READONLY',
  'UNBLOCKED',
])
/** The command and its arguments follow the reason. */
const COMMAND = /,? (?:with args beginning with|command was):/

/** An error reply affects only its use, and the store stays in use (RES-11). */
export function refusalOf(message: string): StoreError {
  const [reason = message] = message.split(COMMAND, 1)
  const code = ERROR_REPLY.exec(reason)?.[1]
  return code === undefined || OF_EVERYTHING.has(code) ? new StoreError(reason) : new StoreRefusal(reason)
}

export function usable<T extends z.ZodType>(schema: T, response: unknown): z.output<T> {
  const { success, data } = schema.safeParse(response)
  if (!success) throw new StoreRefusal('an answer of another shape')
  return data
}

/** Redis replies 1 to EXPIRE for a key that exists. */
export function existing(replies: unknown): boolean[] {
  return usable(z.array(z.coerce.number()), replies).map((reply) => reply === 1)
}

export function fieldsOf(entries: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(usable(z.array(z.tuple([z.string(), z.string()])), entries))
}
