import type * as z from 'zod'
import { StoreError, StoreRefusal } from './store.ts'

/** How Redis begins an error: `ERR unknown command 'XADD'`; within several commands, behind the number of its own. */
const ERROR_REPLY = /^(?:Command \d+ \[ \w+ \] failed: )?([A-Z]+) /
/** Errors of a server that does nothing at all for this client, or nothing yet. */
const OF_EVERYTHING = new Set(['NOAUTH', 'WRONGPASS', 'LOADING', 'MASTERDOWN', 'CLUSTERDOWN', 'BUSY'])
/** What stands behind the reason: the command and what it carried. */
const COMMAND = /,? (?:with args beginning with|command was):/

/** An error reply as the store's own error: it costs what the command is for, and the store stays in use (RES-11). */
export function refusalOf(message: string): StoreError {
  const [reason = message] = message.split(COMMAND, 1)
  const code = ERROR_REPLY.exec(reason)?.[1]
  return code === undefined || OF_EVERYTHING.has(code) ? new StoreError(reason) : new StoreRefusal(reason)
}

/** @throws {StoreRefusal} for an answer that is not what the command gives */
export function usable<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const { success, data } = schema.safeParse(answer)
  if (!success) throw new StoreRefusal('an answer of another shape')
  return data
}
