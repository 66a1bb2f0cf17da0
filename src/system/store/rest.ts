import { setMaxListeners } from 'node:events'
import { Redis } from '@upstash/redis'
import * as z from 'zod'
import {
  cardinalities,
  entriesOf,
  existing,
  FIELD,
  fieldsOf,
  MAX_RANK,
  refusalOf,
  scoresOf,
  setsOf,
  sliceAfter,
  usable,
} from './replies.ts'
import { type LastingValues, LOG_LENGTH, LostReply, type Store, StoreError, StoreRefusal } from './store.ts'

/** Pauses are 50 ms times e to the number (RES-14), 4.3 s in all. */
const RETRIES = 5
const retryPause = (retry: number): number => 50 * Math.exp(retry)
const DEADLINE_MS = 8000
/** One command a second for an idle process is 2.6 million a month (docs/decisions/015). */
const PAUSE_MS = 1000
/** It has three commands for each article. */
const BATCH_INTERVAL_MS = 60_000

const counted = z.tuple([z.unknown(), z.coerce.number(), z.coerce.number()])

export function createRestStore(url: string, token: string): Store {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const call = createCall(url, token, closing.signal)
  /** The types expect parsed values. */
  const range = (log: string, from: string, to: string, count: number) =>
    call(async (redis): Promise<unknown> => redis.xrange(log, from, to, count))

  return {
    pause: PAUSE_MS,
    get: async (key) => usable(z.string().nullable(), await call((redis) => redis.get<string>(key))) ?? undefined,
    async increment(key, windowMs) {
      const response = await call((redis) =>
        redis.pipeline().set(key, 0, { px: windowMs, nx: true }).incr(key).pttl(key).exec(),
      )
      const [, count, ttl] = usable(counted, response)
      if (ttl < 0) await call((redis) => redis.pexpire(key, windowMs))
      return { count, resetMs: ttl < 0 ? windowMs : ttl }
    },
    async append(log, text) {
      const trim = { type: 'MAXLEN', comparison: '~', threshold: LOG_LENGTH } as const
      return usable(z.string(), await call((redis) => redis.xadd(log, '*', { [FIELD]: text }, { trim })))
    },
    lastOf: async (log) => {
      const last = await call(async (redis): Promise<unknown> => redis.xrevrange(log, '+', '-', 1))
      return entriesOf(last)[0]?.[0]
    },
    async after(log, id) {
      // One call checks the last entry and reads on.
      const [first, ...news] = entriesOf(await range(log, id, '+', LOG_LENGTH))
      return first?.[0] === id ? sliceAfter(id, true, news) : sliceAfter(id, false, [])
    },
    batchInterval: BATCH_INTERVAL_MS,
    async addScores(additions) {
      const sets = setsOf(additions)
      // Additions are sent once, as a retry might repeat them.
      await call((redis) => redis.ping())
      const replies = await call((redis) => {
        const batch = redis.multi()
        for (const { set, member, by } of additions) batch.zincrby(set, by, member)
        for (const [set, lifetime] of sets) batch.pexpire(set, lifetime)
        for (const set of sets.keys()) batch.zcard(set)
        return batch.exec<unknown[]>()
      }, 0).catch((error: unknown) => {
        throw error instanceof StoreRefusal || !(error instanceof Error) ? error : new LostReply(error.message)
      })
      const tooLarge = cardinalities(replies.slice(-sets.size), sets).filter(({ isTooLarge }) => isTooLarge)
      for (const { set } of tooLarge) await call((redis) => redis.zremrangebyrank(set, 0, MAX_RANK))
    },
    async highest(sets, count) {
      const replies = await call((redis) => {
        const batch = redis.pipeline()
        for (const set of sets) batch.zrange(set, 0, count - 1, { rev: true, withScores: true })
        return batch.exec<unknown[]>()
      })
      return replies.map(scoresOf)
    },
    lasting: lastingOver(call),
    close: async () => closing.abort(),
  }
}

/** The signal belongs to a client, so each call has one. */
type Call = <T>(run: (redis: Redis) => Promise<T>, retries?: number) => Promise<T>

function createCall(url: string, token: string, closing: AbortSignal): Call {
  return async (run, retries = RETRIES) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), DEADLINE_MS)
    const end = (): void => deadline.abort()
    closing.addEventListener('abort', end, { once: true })
    const redis = new Redis({
      url,
      token,
      // A plain signal makes an aborted call a response.
      signal: () => deadline.signal,
      retry: { retries, backoff: retryPause },
      automaticDeserialization: false,
      enableAutoPipelining: false,
      enableTelemetry: false,
      readYourWrites: false,
    })
    try {
      return await run(redis)
    } catch (error) {
      throw deadline.signal.aborted ? new StoreError('no response within the deadline') : errorOf(error)
    } finally {
      clearTimeout(timer)
      closing.removeEventListener('abort', end)
    }
  }
}

function lastingOver(call: Call): LastingValues {
  return {
    async put(key, text, lifetime) {
      await call((redis) => redis.set(key, text, { px: lifetime }))
    },
    async prolong(keys, lifetime) {
      const replies = await call((redis) => {
        const batch = redis.pipeline()
        for (const key of keys) batch.pexpire(key, lifetime)
        return batch.exec<unknown[]>()
      })
      return existing(replies)
    },
    async fields(table) {
      const reply = usable(z.array(z.unknown()), await call(async (redis): Promise<unknown> => redis.hgetall(table)))
      const pairs = Array.from({ length: reply.length / 2 }, (_, index) => reply.slice(2 * index, 2 * index + 2))
      return fieldsOf(pairs)
    },
    async setFields(table, fields, lifetime) {
      await call((redis) => redis.multi().hset(table, Object.fromEntries(fields)).pexpire(table, lifetime).exec())
    },
    async removeFields(table, names) {
      await call((redis) => redis.hdel(table, ...names))
    },
  }
}

const NO_RESULT = 'did not return a result'
const failure = z.object({
  name: z.string(),
  message: z.string(),
  cause: z.object({ code: z.string() }).optional().catch(undefined),
})

/** Its messages have commands and responses. */
function errorOf(error: unknown): StoreError {
  const { data } = failure.safeParse(error)
  if (!data || data.name === 'UpstashJSONParseError') return new StoreError('no JSON')
  if (data.name === 'UpstashError') return refusalOf(data.message)
  if (data.message.includes(NO_RESULT)) return new StoreRefusal(data.message)
  return new StoreError(data.cause ? `${data.message} (${data.cause.code})` : data.message)
}
