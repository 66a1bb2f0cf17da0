import { type Clock, elapsed } from '../clock.ts'
import { type Addition, LOG_LENGTH, type LogSlice, MAX_MEMBERS, type ScoredMember, type Store } from './store.ts'

interface ScoreSet {
  scores: Map<string, number>
  until: number
}

export interface ScoreSets {
  add(additions: Iterable<Addition>): void
  highest(sets: readonly string[], count: number): ScoredMember[][]
  /** The oldest sets first. */
  take(max: number): Addition[]
  all(): Addition[]
}

const MAX_SETS = 2000

export function createScoreSets(now: Clock = elapsed): ScoreSets {
  const known = new Map<string, ScoreSet>()

  const dropExpired = (): void => {
    const at = now()
    for (const [name, { until }] of known) if (until <= at) known.delete(name)
  }
  const setFor = (name: string): ScoreSet | undefined => {
    const before = known.get(name)
    if (before) return before
    dropExpired()
    if (known.size >= MAX_SETS) return undefined
    const set = { scores: new Map<string, number>(), until: 0 }
    known.set(name, set)
    return set
  }
  const additionsOf = (name: string, { scores, until }: ScoreSet): Addition[] =>
    [...scores].map(([member, by]) => ({ set: name, member, by, lifetime: until - now() }))

  return {
    add(additions) {
      for (const { set: name, member, by, lifetime } of additions) {
        const set = setFor(name)
        if (!set) continue
        set.scores.set(member, (set.scores.get(member) ?? 0) + by)
        set.until = now() + lifetime
        if (set.scores.size > 2 * MAX_MEMBERS) set.scores = new Map(sorted(set.scores).slice(0, MAX_MEMBERS))
      }
    },
    highest(names, count) {
      const at = now()
      return names.map((name) => {
        const set = known.get(name)
        return set && set.until > at ? sorted(set.scores).slice(0, count) : []
      })
    },
    take(max) {
      dropExpired()
      const taken: Addition[] = []
      for (const [name, set] of known) {
        const left = max - taken.length
        if (left <= 0) break
        const some = additionsOf(name, set).slice(0, left)
        taken.push(...some)
        for (const { member } of some) set.scores.delete(member)
        if (set.scores.size === 0) known.delete(name)
      }
      return taken
    },
    all() {
      dropExpired()
      return [...known].flatMap(([name, set]) => additionsOf(name, set))
    },
  }
}

/** Highest first; of equals the later name, as in Redis. */
function sorted(scores: ReadonlyMap<string, number>): ScoredMember[] {
  return [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? 1 : -1))
}

/** Milliseconds. */
const WAIT_MS = 5000
const BATCH_INTERVAL_MS = 2000
const SWEPT_COUNTS = 10_000

interface Log {
  entries: Array<{ id: number; text: string }>
  waiters: Set<() => void>
}

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
