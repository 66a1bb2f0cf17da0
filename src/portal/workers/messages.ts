import * as z from 'zod'

export const fromWorker = z.discriminatedUnion('kind', [
  /** The worker takes connections from now on. */
  z.object({ kind: z.literal('accepting') }),
  /** The worker has taken its connection and is free for the next one. */
  z.object({ kind: z.literal('taken') }),
  /** The worker takes no more connections; the last one was refused. */
  z.object({ kind: z.literal('refused') }),
  /** Everything is loaded: a later death is not a failed start. */
  z.object({ kind: z.literal('started') }),
  /** The worker ends once its open requests have their responses. */
  z.object({ kind: z.literal('ending') }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('metrics'), id: z.number() }),
])
export type FromWorker = z.output<typeof fromWorker>

export const fromPrimary = z.discriminatedUnion('kind', [
  /** A connection is attached, unless its client has hung up. */
  z.object({ kind: z.literal('connection') }),
  z.object({ kind: z.literal('all-stopped') }),
  z.object({ kind: z.literal('metrics-answer'), id: z.number(), text: z.string() }),
])
export type FromPrimary = z.output<typeof fromPrimary>
