import * as z from 'zod'

export const fromWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepting') }),
  z.object({ kind: z.literal('taken') }),
  /** The worker takes no more connections; the last one was refused. */
  z.object({ kind: z.literal('refused') }),
  /** A later death is not a failed start. */
  z.object({ kind: z.literal('started') }),
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
