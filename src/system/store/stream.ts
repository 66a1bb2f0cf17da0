import * as z from 'zod'
import { usable } from './replies.ts'
import type { LogSlice } from './store.ts'

/** A log is a Redis stream; the text of an entry is its only field. */
export const FIELD = 'text'

const entriesSchema = z
  .array(z.tuple([z.string(), z.array(z.string())]))
  .nullable()
  .transform((entries) => entries ?? [])
const streamsSchema = z
  .array(z.tuple([z.string(), entriesSchema]))
  .nullable()
  .transform((streams) => streams?.[0]?.[1] ?? [])

export type StreamEntries = z.output<typeof entriesSchema>

export const entriesOf = (response: unknown): StreamEntries => usable(entriesSchema, response)
export const streamOf = (response: unknown): StreamEntries => usable(streamsSchema, response)

/**
 * When the given entry is gone, later ones may be gone too: the stream is trimmed from its start, or was lost as a
 * whole.
 */
export function sliceAfter(id: string, isThere: boolean, news: StreamEntries): LogSlice {
  return {
    entries: news.map(([, fields]) => fields[fields.indexOf(FIELD) + 1] ?? ''),
    last: news.at(-1)?.[0] ?? id,
    isWhole: isThere,
  }
}
