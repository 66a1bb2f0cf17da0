import * as z from 'zod'
import { type Addition, type LogSlice, MAX_MEMBERS, type ScoredMember, StoreError, StoreRefusal } from './store.ts'

/** `ERR unknown command 'XADD'`; in a transaction after the command's number. */
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
const COMMAND = /,? (?:with args beginning with|command was):/

/** An error reply ends one use of the store (RES-11). */
export function refusalOf(message: string): StoreError {
  const [reason = message] = message.split(COMMAND, 1)
  const code = ERROR_REPLY.exec(reason)?.[1]
  return code === undefined || OF_EVERYTHING.has(code) ? new StoreError(reason) : new StoreRefusal(reason)
}

export function usable<T extends z.ZodType>(schema: T, response: unknown): z.output<T> {
  const { success, data } = schema.safeParse(response)
  if (!success) throw new StoreRefusal('a reply of another shape')
  return data
}

export function existing(replies: unknown): boolean[] {
  return usable(z.array(z.coerce.number()), replies).map((reply) => reply === 1)
}

export function fieldsOf(entries: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(usable(z.array(z.tuple([z.string(), z.string()])), entries))
}

/** The only field of a stream's entry. */
export const FIELD = 'text'

const entriesSchema = z
  .array(z.tuple([z.string(), z.array(z.string())]))
  .nullable()
  .transform((entries) => entries ?? [])
const streamsSchema = z
  .array(z.tuple([z.string(), entriesSchema]))
  .nullable()
  .transform((streams) => streams?.[0]?.[1] ?? [])

type StreamEntries = z.output<typeof entriesSchema>

export const entriesOf = (response: unknown): StreamEntries => usable(entriesSchema, response)
export const streamOf = (response: unknown): StreamEntries => usable(streamsSchema, response)

/** Without the entry later ones may be gone: streams lose their start, or all. */
export function sliceAfter(id: string, isThere: boolean, news: StreamEntries): LogSlice {
  return {
    entries: news.map(([, fields]) => fields[fields.indexOf(FIELD) + 1] ?? ''),
    last: news.at(-1)?.[0] ?? id,
    isWhole: isThere,
  }
}

/** A larger set loses those below `MAX_RANK`. */
const TRIMMED_AT = 2 * MAX_MEMBERS
export const MAX_RANK = -MAX_MEMBERS - 1

/** Members and scores in turn (WITHSCORES). */
const rangeSchema = z.array(z.union([z.string(), z.number()]))
const sizeSchema = z.coerce.number()

export function setsOf(additions: readonly Addition[]): ReadonlyMap<string, number> {
  return new Map(additions.map(({ set, lifetime }) => [set, Math.ceil(lifetime)]))
}

export function cardinalities(sizes: readonly unknown[], sets: ReadonlyMap<string, number>) {
  return [...sets.keys()].map((set, index) => ({
    set,
    isTooLarge: usable(sizeSchema, sizes[index]) > TRIMMED_AT,
  }))
}

export function scoresOf(reply: unknown): ScoredMember[] {
  const range = usable(rangeSchema, reply)
  return Array.from({ length: range.length / 2 }, (_, index) => [
    String(range[2 * index]),
    Number(range[2 * index + 1]),
  ])
}
