import * as z from 'zod'

/** What a worker tells its primary, beside its calls to the store. */
export const fromWorker = z.discriminatedUnion('kind', [
  /** Everything is loaded: what it may die of from now on is nothing that the next one must die of too. */
  z.object({ kind: z.literal('started') }),
  /** It takes no new connections any more. */
  z.object({ kind: z.literal('stopped') }),
  /** It was asked for the figures of all. */
  z.object({ kind: z.literal('metrics'), id: z.number() }),
])
export type FromWorker = z.output<typeof fromWorker>

/** What it gets back. */
export const fromPrimary = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all-stopped') }),
  z.object({ kind: z.literal('metrics-answer'), id: z.number(), text: z.string() }),
])
export type FromPrimary = z.output<typeof fromPrimary>
