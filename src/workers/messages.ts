import * as z from 'zod'

/** What a worker tells its primary, beside its calls to the store. */
export const fromWorker = z.discriminatedUnion('kind', [
  /** It takes connections from now on. */
  z.object({ kind: z.literal('accepting') }),
  /** It has taken the connection that it was given, and has time for the next one. */
  z.object({ kind: z.literal('taken') }),
  /** It takes none any more, that one neither. */
  z.object({ kind: z.literal('refused') }),
  /** Everything is loaded: what it may die of from now on is nothing that the next one must die of too. */
  z.object({ kind: z.literal('started') }),
  /** It will end when the readers it has are answered. */
  z.object({ kind: z.literal('ending') }),
  /** It takes no new connections any more. */
  z.object({ kind: z.literal('stopped') }),
  /** It was asked for the figures of all. */
  z.object({ kind: z.literal('metrics'), id: z.number() }),
])
export type FromWorker = z.output<typeof fromWorker>

/** What it gets back. */
export const fromPrimary = z.discriminatedUnion('kind', [
  /** A connection comes with it, unless its client has hung up meanwhile. */
  z.object({ kind: z.literal('connection') }),
  z.object({ kind: z.literal('all-stopped') }),
  z.object({ kind: z.literal('metrics-answer'), id: z.number(), text: z.string() }),
])
export type FromPrimary = z.output<typeof fromPrimary>
