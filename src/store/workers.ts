import type { Worker } from 'node:cluster'
import * as z from 'zod'
import { type Store, StoreError } from './store.ts'

/** The calls of a worker to the store of its primary, as messages between the two processes. */
const requestSchema = z.object({
  kind: z.literal('store-call'),
  id: z.number(),
  call: z.discriminatedUnion('name', [
    z.object({ name: z.literal('get'), key: z.string() }),
    z.object({ name: z.literal('increment'), key: z.string(), windowMs: z.number() }),
    z.object({ name: z.literal('append'), log: z.string(), text: z.string() }),
    z.object({ name: z.literal('lastOf'), log: z.string() }),
    z.object({ name: z.literal('after'), log: z.string(), id: z.string() }),
  ]),
})
type Call = z.output<typeof requestSchema>['call']

const answerSchema = z.object({
  kind: z.literal('store-answer'),
  id: z.number(),
  /** Nothing is left out of a message. */
  value: z.unknown().optional(),
  error: z.string().optional(),
})

const VALUES = {
  get: z.string().optional(),
  increment: z.object({ count: z.number(), resetMs: z.number() }),
  append: z.string(),
  lastOf: z.string().optional(),
  after: z.object({ entries: z.array(z.string()), last: z.string(), isWhole: z.boolean() }),
}

/** The primary's memory, to a worker: what workers share when they have no Redis. */
export function createPrimaryStore(): Store {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let isClosed = false
  const onMessage = (message: unknown): void => {
    const { success, data } = answerSchema.safeParse(message)
    const call = success ? waiting.get(data.id) : undefined
    if (!success || !call) return
    waiting.delete(data.id)
    if (data.error === undefined) call.resolve(data.value)
    else call.reject(new StoreError(data.error))
  }
  process.on('message', onMessage)
  const ask = (call: Call): Promise<unknown> =>
    new Promise((resolve, reject) => {
      // Nobody would hear the answer.
      if (isClosed) return reject(new StoreError('closed'))
      lastId += 1
      const id = lastId
      waiting.set(id, { resolve, reject })
      process.send?.({ kind: 'store-call', id, call }, undefined, undefined, (error) => {
        if (error && waiting.delete(id)) reject(new StoreError(error.message))
      })
    })
  return {
    pause: 0,
    get: async (key) => VALUES.get.parse(await ask({ name: 'get', key })),
    increment: async (key, windowMs) => VALUES.increment.parse(await ask({ name: 'increment', key, windowMs })),
    append: async (log, text) => VALUES.append.parse(await ask({ name: 'append', log, text })),
    lastOf: async (log) => VALUES.lastOf.parse(await ask({ name: 'lastOf', log })),
    after: async (log, id) => VALUES.after.parse(await ask({ name: 'after', log, id })),
    close: async () => {
      isClosed = true
      process.off('message', onMessage)
      for (const { reject } of waiting.values()) reject(new StoreError('closed'))
      waiting.clear()
    },
  }
}

/** The other end: answers a worker's calls from a store of the primary. */
export function serveWorker(worker: Worker, store: Store): void {
  worker.on('message', async (message: unknown) => {
    const { success, data } = requestSchema.safeParse(message)
    if (!success) return
    const answer = await run(store, data.call).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    )
    // It may be gone by now.
    if (worker.isConnected()) worker.send({ kind: 'store-answer', id: data.id, ...answer }, () => {})
  })
}

function run(store: Store, call: Call): Promise<unknown> {
  switch (call.name) {
    case 'get':
      return store.get(call.key)
    case 'increment':
      return store.increment(call.key, call.windowMs)
    case 'append':
      return store.append(call.log, call.text)
    case 'lastOf':
      return store.lastOf(call.log)
    case 'after':
      return store.after(call.log, call.id)
  }
}
