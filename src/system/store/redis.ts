import * as z from 'zod'
import type { RedisSettings } from './redis-connection.ts'
import { connectRedis, type RedisConnection } from './redis-connection.ts'
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
  streamOf,
  usable,
} from './replies.ts'
import {
  type Addition,
  type LastingValues,
  LOG_LENGTH,
  LostReply,
  type Store,
  StoreError,
  StoreRefusal,
} from './store.ts'

/** For a new entry. Milliseconds. */
const WAIT_MS = 5000
/** A server silent for this long is connected to again. Milliseconds. */
const SILENCE_MS = { commands: 3000, reading: WAIT_MS + 3000 } as const
const BATCH_INTERVAL_MS = 5000

const transaction = z.array(z.tuple([z.instanceof(Error).nullable(), z.unknown()]))
const counted = z.tuple([z.unknown(), z.number(), z.number()])

/**
 * Redis 5 or newer for purges, a cluster or sentinels. One of two connections waits for the log. Keys of a transaction
 * share a slot.
 */
export function createRedisStore(settings: RedisSettings): Store {
  let reason = 'not connected'
  const connect = (silence: number): RedisConnection => {
    const redis = connectRedis(settings, silence)
    redis.on('ready', () => {
      reason = 'connection lost'
    })
    redis.on('error', (error: Error) => {
      reason = error.message
    })
    return redis
  }
  const commands = connect(SILENCE_MS.commands)
  const reading = connect(SILENCE_MS.reading)

  /** The client's errors have the command, and AUTH's password. */
  const plain = async <T>(response: Promise<T>): Promise<T> => {
    try {
      return await response
    } catch (error) {
      if (error instanceof StoreError) throw error
      if (!(error instanceof Error) || error.name === 'MaxRetriesPerRequestError') throw new StoreError(reason)
      throw error.name === REPLY ? refusalOf(causeOf(error).message) : new StoreError(error.message)
    }
  }

  return {
    pause: 0,
    get: async (key) => (await plain(commands.get(key))) ?? undefined,
    async increment(key, windowMs) {
      const response = await plain(commands.multi().set(key, 0, 'PX', windowMs, 'NX').incr(key).pttl(key).exec())
      const [, count, ttl] = usable(counted, repliesOf(response))
      if (ttl < 0) await plain(commands.pexpire(key, windowMs))
      return { count, resetMs: ttl < 0 ? windowMs : ttl }
    },
    async append(log, text) {
      return usable(z.string(), await plain(commands.xadd(log, 'MAXLEN', '~', LOG_LENGTH, '*', FIELD, text)))
    },
    lastOf: async (log) => entriesOf(await plain(commands.xrevrange(log, '+', '-', 'COUNT', 1)))[0]?.[0],
    async after(log, id) {
      const lastEntry = entriesOf(await plain(reading.xrange(log, id, id)))
      if (lastEntry.length === 0) return sliceAfter(id, false, [])
      const news = await plain(reading.xread('COUNT', LOG_LENGTH, 'BLOCK', WAIT_MS, 'STREAMS', log, id))
      return sliceAfter(id, true, streamOf(news))
    },
    batchInterval: BATCH_INTERVAL_MS,
    async addScores(additions) {
      // A hanging server would carry out all that is sent later, so this call is first.
      const sets = setsOf(additions)
      for (const set of [...sets.keys()].slice(0, 1)) await plain(commands.zcard(set))
      const sizes = await plain(added(commands, additions, sets)).catch(orLost)
      const tooLarge = cardinalities(sizes, sets).filter(({ isTooLarge }) => isTooLarge)
      await Promise.all(tooLarge.map(({ set }) => plain(commands.zremrangebyrank(set, 0, MAX_RANK))))
    },
    async highest(sets, count) {
      const pipeline = commands.pipeline()
      for (const set of sets) pipeline.zrevrange(set, 0, count - 1, 'WITHSCORES')
      return repliesOf(await plain(pipeline.exec())).map(scoresOf)
    },
    lasting: lastingOver(commands, plain),
    close: async () => {
      commands.disconnect()
      reading.disconnect()
    },
  }
}

function lastingOver(commands: RedisConnection, plain: <T>(response: Promise<T>) => Promise<T>): LastingValues {
  return {
    async put(key, text, lifetime) {
      await plain(commands.set(key, text, 'PX', lifetime))
    },
    async prolong(keys, lifetime) {
      // A cluster's nodes have some keys each.
      return existing(await Promise.all(keys.map((key) => plain(commands.pexpire(key, lifetime)))))
    },
    fields: async (table) => fieldsOf(Object.entries(await plain(commands.hgetall(table)))),
    async setFields(table, fields, lifetime) {
      repliesOf(await plain(commands.multi().hset(table, Object.fromEntries(fields)).pexpire(table, lifetime).exec()))
    },
    async removeFields(table, names) {
      await plain(commands.hdel(table, ...names))
    },
  }
}

async function added(redis: RedisConnection, additions: readonly Addition[], sets: ReadonlyMap<string, number>) {
  const batch = redis.multi()
  for (const { set, member, by } of additions) batch.zincrby(set, by, member)
  for (const [set, lifetime] of sets) batch.pexpire(set, lifetime)
  for (const set of sets.keys()) batch.zcard(set)
  return repliesOf(await batch.exec()).slice(-sets.size)
}

function repliesOf(response: unknown): unknown[] {
  const replies = usable(transaction, response)
  const failed = replies.find(([error]) => error)?.[0]
  if (failed) throw refusalOf(failed.message)
  return replies.map(([, reply]) => reply)
}

function orLost(error: Error): never {
  throw error instanceof StoreRefusal ? error : new LostReply(error.message)
}

const REPLY = 'ReplyError'
const aborted = z.object({ previousErrors: z.tuple([z.instanceof(Error)], z.unknown()) })

/** The cause of an aborted transaction is the command's error. */
function causeOf(error: Error): Error {
  const { data } = aborted.safeParse(error)
  return data?.previousErrors[0] ?? error
}
