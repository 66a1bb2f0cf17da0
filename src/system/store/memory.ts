import { type Clock, elapsed } from '../clock.ts'
import { createScoreSets, type ScoreSets } from './score-sets.ts'
import { LOG_LENGTH, type LogSlice, type Store } from './store.ts'

/** How long `after` waits for a new entry. Milliseconds. */
const WAIT_MS = 5000
/** Interval between two calls of `addScores`. Milliseconds. */
const BATCH_INTERVAL_MS = 2000
const SWEPT_COUNTS = 10_000

interface Log {
  entries: Array<{ id: number; text: string }>
  waiters: Set<() => void>
}

/** The primary has it in its memory when its workers share nothing else. */
export function createMemoryStore(now: Clock = elapsed, sets: ScoreSets = createScoreSets(now)): Store {
  const counts = new Map<string, { count: number; until: number }>()
  const logs = new Map<string, Log>()
  let lastId = 0

  const logOf = (name: string): Log => {
    const log = logs.get(name) ?? { entries: [], waiters: new Set() }
    logs.set(name, log)
    return log
  }
  const slice = ({ entries }: Log, id: string): LogSlice => {
    const since = Number(id)
    const news = entries.filter((entry) => entry.id > since)
    return {
      entries: news.map(({ text }) => text),
      last: String(news.at(-1)?.id ?? since),
      isWhole: entries.some((entry) => entry.id === since),
    }
  }

  return {
    pause: 0,
    batchInterval: BATCH_INTERVAL_MS,
    addScores: async (additions) => sets.add(additions),
    highest: async (names, count) => sets.highest(names, count),
    get: async () => undefined,
    async increment(key, windowMs) {
      const at = now()
      if (counts.size >= SWEPT_COUNTS) for (const [name, { until }] of counts) if (until <= at) counts.delete(name)
      const known = counts.get(key)
      const entry = known && known.until > at ? known : { count: 0, until: at + windowMs }
      entry.count += 1
      counts.set(key, entry)
      return { count: entry.count, resetMs: entry.until - at }
    },
    async append(name, text) {
      const log = logOf(name)
      lastId += 1
      log.entries.push({ id: lastId, text })
      if (log.entries.length > LOG_LENGTH) log.entries.shift()
      for (const wake of log.waiters) wake()
      return String(lastId)
    },
    lastOf: async (name) => {
      const id = logOf(name).entries.at(-1)?.id
      return id === undefined ? undefined : String(id)
    },
    async after(name, id) {
      const log = logOf(name)
      const news = slice(log, id)
      if (news.entries.length > 0 || !news.isWhole) return news
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer)
          log.waiters.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, WAIT_MS)
        log.waiters.add(wake)
      })
      return slice(log, id)
    },
    close: async () => {
      for (const { waiters } of logs.values()) for (const wake of waiters) wake()
    },
  }
}
