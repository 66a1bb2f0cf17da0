import * as z from 'zod'
import { StoreError, StoreRefusal } from './store.ts'

/** Start of a Redis error: `ERR unknown command 'XADD'`; in a transaction, after the command's number. */
const ERROR_REPLY = /^(?:Command \d+ \[ \w+ \] failed: )?([A-Z]+) /
/** Errors of a server that refuses every command of this client, for good or for now. */
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
/** Follows the reason: the command and its arguments. */
const COMMAND = /,? (?:with args beginning with|command was):/

/** An error reply as the store's own error: it affects only that use, and the store stays in use (RES-11). */
export function refusalOf(message: string): StoreError {
  const [reason = message] = message.split(COMMAND, 1)
  const code = ERROR_REPLY.exec(reason)?.[1]
  return code === undefined || OF_EVERYTHING.has(code) ? new StoreError(reason) : new StoreRefusal(reason)
}

/** @throws {StoreRefusal} for a reply in another shape */
export function usable<T extends z.ZodType>(schema: T, response: unknown): z.output<T> {
  const { success, data } = schema.safeParse(response)
  if (!success) throw new StoreRefusal('an answer of another shape')
  return data
}

/** Redis' replies to EXPIRE: 1 for a key that exists. */
export function existing(replies: unknown): boolean[] {
  return usable(z.array(z.coerce.number()), replies).map((reply) => reply === 1)
}

/** Fields of a table, by their names. */
export function fieldsOf(entries: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(usable(z.array(z.tuple([z.string(), z.string()])), entries))
}
