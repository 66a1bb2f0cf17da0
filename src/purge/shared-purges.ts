import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { elapsed } from '../system/clock.ts'
import { inTime } from '../system/deadline.ts'
import { LOG_LENGTH, type Store, StoreRefusal } from '../system/store/store.ts'
import { type Purge, purgeSchema } from './purge.ts'

export interface SharedPurges {
  /** Resolves when others can read it, perhaps after an outage. Never rejects. */
  announce(purge: Purge | NewsroomNotice): Promise<void>
  /** Gives up within a second. Never rejects. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The newsroom's Git repository has changed. */
export type NewsroomNotice = 'newsroom'

export interface SharedPurgesSettings {
  store: Store
  onPurge(purge: Purge): void
  onNewsroom?(): void
  onLost(): void
  onError(error: unknown): void
}

const LOG = 'szpalta:purges'
const MAX_PENDING = 1000
const CATCH_UP_MS = 1000
const RETRY_MS = 1000
const REFUSED_RETRY_MS = 10_000

/** `everything` stands for too many purges. */
const entrySchema = z.object({
  from: z.string(),
  id: z.string().optional(),
  purge: z.union([purgeSchema, z.enum(['nothing', 'everything', 'newsroom'])]),
})
type Entry = z.output<typeof entrySchema>

interface Announcement {
  purge: Entry['purge']
  waiting: Array<() => void>
}

/** Without the last entry that was read, anything may have been purged. */
export function sharedPurges({ store, onPurge, onNewsroom, onLost, onError }: SharedPurgesSettings): SharedPurges {
  const from = randomUUID()
  const closing = new AbortController()
  const textOf = (purge: Entry['purge']): string => JSON.stringify({ from, id: randomUUID(), purge } satisfies Entry)
  const announcements = createAnnouncements((purge) => store.append(LOG, textOf(purge)))
  const read = createReading({ from, onPurge, onNewsroom, onLost, onError })
  let last: string | undefined

  const end = async (): Promise<string> => (await store.lastOf(LOG)) ?? (await store.append(LOG, textOf('nothing')))

  const follow = async (): Promise<void> => {
    /** Before the first try nothing is cached. */
    let hasTried = false
    while (!closing.signal.aborted) {
      try {
        if (last === undefined) {
          last = await end()
          if (hasTried) onLost()
        }
        hasTried = true
        // An instance that may not append may still read.
        await announcements.append().catch(unlessRefused)
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
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  return {
    announce: announcements.add,
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

interface Announcements {
  add(purge: Purge | NewsroomNotice): Promise<void>
  append(): Promise<void>
}

function createAnnouncements(appendOne: (purge: Entry['purge']) => Promise<unknown>): Announcements {
  let pending: Announcement[] = []
  let appending: Promise<void> | undefined
  const appendAll = async (): Promise<void> => {
    for (let next = pending[0]; next !== undefined; next = pending[0]) {
      await appendOne(next.purge)
      for (const resolve of next.waiting) resolve()
      if (pending[0] === next) pending.shift()
    }
  }
  const append = (): Promise<void> => {
    appending ??= appendAll().finally(() => {
      appending = undefined
    })
    return appending
  }
  return {
    append,
    add: (purge) =>
      new Promise((resolve) => {
        if (pending.length < MAX_PENDING) pending = [...pending, { purge, waiting: [resolve] }]
        else pending = [{ purge: 'everything', waiting: [...pending.flatMap(({ waiting }) => waiting), resolve] }]
        append().catch(() => {})
      }),
  }
}

type ReadingSettings = Pick<SharedPurgesSettings, 'onPurge' | 'onNewsroom' | 'onLost' | 'onError'> & { from: string }

/** An entry may be in two readings of the log. */
function createReading({ from, onPurge, onNewsroom, onLost, onError }: ReadingSettings): (text: string) => void {
  const applied = new Set<string>()
  return (text) => {
    try {
      const entry = entrySchema.parse(JSON.parse(text))
      if (entry.from === from || entry.purge === 'nothing') return
      if (entry.id !== undefined && applied.has(entry.id)) return
      if (entry.id !== undefined) applied.add(entry.id)
      for (const id of applied) {
        if (applied.size <= LOG_LENGTH) break
        applied.delete(id)
      }
      if (entry.purge === 'newsroom') onNewsroom?.()
      else if (entry.purge === 'everything') onLost()
      else onPurge(entry.purge)
    } catch (error) {
      onError(error)
    }
  }
}

const isDone = (): boolean => true
const isFailed = (): boolean => false

function unlessRefused(error: unknown): void {
  if (!(error instanceof StoreRefusal)) throw error
}

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
