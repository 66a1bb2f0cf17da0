import type { Worker } from 'node:cluster'
import * as z from 'zod'
import { type Store, StoreError } from './store.ts'

const requestSchema = z.object({
  kind: z.literal('store-call'),
  id: z.number(),
  call: z.discriminatedUnion('name', [
    z.object({ name: z.literal('get'), key: z.string() }),
    z.object({ name: z.literal('increment'), key: z.string(), windowMs: z.number() }),
    z.object({ name: z.literal('append'), log: z.string(), text: z.string() }),
    z.object({ name: z.literal('lastOf'), log: z.string() }),
    z.object({ name: z.literal('after'), log: z.string(), id: z.string() }),
    z.object({
      name: z.literal('addScores'),
      additions: z.array(z.object({ set: z.string(), member: z.string(), by: z.number(), lifetime: z.number() })),
    }),
    z.object({ name: z.literal('highest'), sets: z.array(z.string()), count: z.number() }),
  ]),
})
type Call = z.output<typeof requestSchema>['call']

const responseSchema = z.object({
  kind: z.literal('store-answer'),
  id: z.number(),
  value: z.unknown().optional(),
  error: z.string().optional(),
})

const VALUES = {
  get: z.string().optional(),
  increment: z.object({ count: z.number(), resetMs: z.number() }),
  append: z.string(),
  lastOf: z.string().optional(),
  after: z.object({ entries: z.array(z.string()), last: z.string(), isWhole: z.boolean() }),
  highest: z.array(z.array(z.tuple([z.string(), z.number()]))),
}

const BATCH_INTERVAL_MS = 2000

export function createPrimaryStore(): Store {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let isClosed = false
  const onMessage = (message: unknown): void => {
    const { success, data } = responseSchema.safeParse(message)
    const call = success ? pending.get(data.id) : undefined
    if (!success || !call) return
    pending.delete(data.id)
    if (data.error === undefined) call.resolve(data.value)
    else call.reject(new StoreError(data.error))
  }
  process.on('message', onMessage)
  const send = (call: Call): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new StoreError('closed'))
      lastId += 1
      const id = lastId
      pending.set(id, { resolve, reject })
      process.send?.({ kind: 'store-call', id, call }, undefined, undefined, (error) => {
        if (error && pending.delete(id)) reject(new StoreError(error.message))
      })
    })
  return {
    pause: 0,
    get: async (key) => VALUES.get.parse(await send({ name: 'get', key })),
    increment: async (key, windowMs) => VALUES.increment.parse(await send({ name: 'increment', key, windowMs })),
    append: async (log, text) => VALUES.append.parse(await send({ name: 'append', log, text })),
    lastOf: async (log) => VALUES.lastOf.parse(await send({ name: 'lastOf', log })),
    after: async (log, id) => VALUES.after.parse(await send({ name: 'after', log, id })),
    batchInterval: BATCH_INTERVAL_MS,
    addScores: async (additions) => void (await send({ name: 'addScores', additions: [...additions] })),
    highest: async (sets, count) => VALUES.highest.parse(await send({ name: 'highest', sets: [...sets], count })),
    close: async () => {
      isClosed = true
      process.off('message', onMessage)
      for (const { reject } of pending.values()) reject(new StoreError('closed'))
      pending.clear()
    },
  }
}

export function serveWorker(worker: Worker, store: Store): void {
  worker.on('message', async (message: unknown) => {
    const { success, data } = requestSchema.safeParse(message)
    if (!success) return
    const response = await run(store, data.call).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    )
    if (worker.isConnected()) worker.send({ kind: 'store-answer', id: data.id, ...response }, () => {})
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
    case 'addScores':
      return store.addScores(call.additions)
    case 'highest':
      return store.highest(call.sets, call.count)
  }
}
