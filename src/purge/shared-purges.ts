import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { elapsed } from '../system/clock.ts'
import { inTime } from '../system/deadline.ts'
import { LOG_LENGTH, type Store, StoreRefusal } from '../system/store/store.ts'
import { type Purge, purgeSchema } from './purge.ts'

export interface SharedPurges {
  /** Announces a purge to the other instances; during an outage of the store, after it. Resolves then; never rejects. */
  announce(purge: Purge): Promise<void>
  /** Applies what other instances have announced until now. Never rejects; gives up within a second. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export interface SharedPurgesSettings {
  store: Store
  /** Another instance received a purge. */
  onPurge(purge: Purge): void
  /** Purges of other instances may have been lost. */
  onLost(): void
  /** An entry is unreadable. */
  onError(error: unknown): void
}

const LOG = 'szpalta:purges'
/** Limit of purges that wait for the store; with any more, everything is purged. */
const MAX_PENDING = 1000
/** Longest wait of a request for the log; after a failure none waits for a moment. Milliseconds. */
const CATCH_UP_MS = 1000
/** Pause before a failed store is tried again. Milliseconds. */
const RETRY_MS = 1000
/** The same for a store that refuses a log's commands, until its operator changes it. Milliseconds. */
const REFUSED_RETRY_MS = 10_000

/** Not purges: `nothing` starts a log; `everything` stands for more purges than could wait. */
const entrySchema = z.object({
  from: z.string(),
  /** Of this entry; absent in those of earlier releases. */
  id: z.string().optional(),
  purge: z.union([purgeSchema, z.enum(['nothing', 'everything'])]),
})
type Entry = z.output<typeof entrySchema>

/** An entry to append, and who waits for it. */
interface Announcement {
  purge: Entry['purge']
  waiting: Array<() => void>
}

/**
 * Spreads purges to every instance by a log in the shared store: each instance appends its own and reads the others'.
 * Each remembers the last entry it read. If that entry is gone, after a long absence or because the store was emptied,
 * anything may have been purged.
 */
export function sharedPurges({ store, onPurge, onLost, onError }: SharedPurgesSettings): SharedPurges {
  const from = randomUUID()
  const closing = new AbortController()
  let pending: Announcement[] = []
  /** Entries that were read, so that two readings of the log apply each once. */
  const applied = new Set<string>()
  let last: string | undefined
  let appending: Promise<void> | undefined

  const textOf = (purge: Entry['purge']): string => JSON.stringify({ from, id: randomUUID(), purge } satisfies Entry)
  /** Appends in order, one at a time. */
  const appendAll = async (): Promise<void> => {
    for (let next = pending[0]; next !== undefined; next = pending[0]) {
      await store.append(LOG, textOf(next.purge))
      for (const resolve of next.waiting) resolve()
      if (pending[0] === next) pending.shift()
    }
  }
  const appendPending = (): Promise<void> => {
    appending ??= appendAll().finally(() => {
      appending = undefined
    })
    return appending
  }
  const read = (text: string): void => {
    try {
      const entry = entrySchema.parse(JSON.parse(text))
      if (entry.from === from || entry.purge === 'nothing') return
      if (entry.id !== undefined && applied.has(entry.id)) return
      if (entry.id !== undefined) applied.add(entry.id)
      for (const id of applied) {
        if (applied.size <= LOG_LENGTH) break
        applied.delete(id)
      }
      if (entry.purge === 'everything') onLost()
      else onPurge(entry.purge)
    } catch (error) {
      onError(error)
    }
  }
  /** The log's last entry. Adds one to an empty log, so that there always is a position to resume from. */
  const end = async (): Promise<string> => (await store.lastOf(LOG)) ?? (await store.append(LOG, textOf('nothing')))

  const follow = async (): Promise<void> => {
    /** False during the first try: this process has cached nothing yet. */
    let hasTried = false
    while (!closing.signal.aborted) {
      try {
        if (last === undefined) {
          last = await end()
          if (hasTried) onLost()
        }
        hasTried = true
        // An instance that may not append may still read.
        await appendPending().catch(unlessRefused)
        const slice = await store.after(LOG, last)
        for (const text of slice.entries) read(text)
        last = slice.isWhole ? slice.last : undefined
        await pause(store.pause, closing.signal)
      } catch (error) {
        hasTried = true
        await pause(error instanceof StoreRefusal ? REFUSED_RETRY_MS : RETRY_MS, closing.signal)
      }
    }
  }
  const following = follow()

  const readNews = async (): Promise<void> => {
    const end = await store.lastOf(LOG)
    // Without a position the follower purges everything.
    if (end === undefined || last === undefined || end === last) return
    const { entries } = await store.after(LOG, last)
    for (const text of entries) read(text)
  }
  let failedAt = Number.NEGATIVE_INFINITY
  /** Readings of the log, of which a call may join one that has not begun. */
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  return {
    announce: (purge) =>
      new Promise((resolve) => {
        if (pending.length < MAX_PENDING) pending = [...pending, { purge, waiting: [resolve] }]
        else pending = [{ purge: 'everything', waiting: [...pending.flatMap(({ waiting }) => waiting), resolve] }]
        // `follow` retries.
        appendPending().catch(() => {})
      }),
    catchUp() {
      if (closing.signal.aborted || elapsed() - failedAt < RETRY_MS) return Promise.resolve()
      next ??= reading.then(() => {
        next = undefined
        reading = inTime(readNews().then(isDone, isFailed), CATCH_UP_MS, false).then((isRead) => {
          if (!isRead) failedAt = elapsed()
        })
        return reading
      })
      return next
    },
    async close() {
      closing.abort()
      await store.close()
      await following
    },
  }
}

const isDone = (): boolean => true
const isFailed = (): boolean => false

function unlessRefused(error: unknown): void {
  if (!(error instanceof StoreRefusal)) throw error
}

/** Ends early on abort. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0 || signal.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
