import * as z from 'zod'
import { usable } from './replies.ts'
import type { LogSlice } from './store.ts'

/** A log is a Redis stream; an entry's text stands in its one field. */
export const FIELD = 'text'

/** How Redis answers XRANGE: ids with names and values in turn. No entries are `null` where they were waited for. */
const entriesSchema = z
  .array(z.tuple([z.string(), z.array(z.string())]))
  .nullable()
  .transform((entries) => entries ?? [])
/** XREAD: the same by stream. */
const streamsSchema = z
  .array(z.tuple([z.string(), entriesSchema]))
  .nullable()
  .transform((streams) => streams?.[0]?.[1] ?? [])

export type StreamEntries = z.output<typeof entriesSchema>

export const entriesOf = (answer: unknown): StreamEntries => usable(entriesSchema, answer)
export const streamOf = (answer: unknown): StreamEntries => usable(streamsSchema, answer)

/**
 * What came after an entry. It must still be there: when it is gone, the ones after it may be too, as the stream is cut
 * at its beginning, and may have been lost as a whole.
 */
export function sliceAfter(id: string, isThere: boolean, news: StreamEntries): LogSlice {
  return {
    entries: news.map(([, fields]) => fields[fields.indexOf(FIELD) + 1] ?? ''),
    last: news.at(-1)?.[0] ?? id,
    isWhole: isThere,
  }
}
