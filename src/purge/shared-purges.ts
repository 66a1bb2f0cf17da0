import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Store, StoreRefusal } from '../store/store.ts'
import { type Purge, purgeSchema } from './purge.ts'

export interface SharedPurges {
  /** Announces a purge to the other instances; during an outage of the store, after it. */
  announce(purge: Purge): void
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
/** Pause before a failed store is tried again. Milliseconds. */
const RETRY_MS = 1000
/** The same for a store that refuses a log's commands, until its operator changes it. Milliseconds. */
const REFUSED_RETRY_MS = 10_000

/** Not purges: `nothing` starts a log; `everything` stands for more purges than could wait. */
const entrySchema = z.object({ from: z.string(), purge: z.union([purgeSchema, z.enum(['nothing', 'everything'])]) })

/**
 * Spreads purges to every instance by a log in the shared store: each instance appends its own and reads the others'.
 * Each remembers the last entry it read. If that entry is gone, after a long absence or because the store was emptied,
 * anything may have been purged.
 */
export function sharedPurges({ store, onPurge, onLost, onError }: SharedPurgesSettings): SharedPurges {
  const from = randomUUID()
  const closing = new AbortController()
  let pending: Array<z.output<typeof entrySchema>['purge']> = []
  let appending: Promise<void> | undefined

  /** Appends in order, one at a time. */
  const appendAll = async (): Promise<void> => {
    for (let next = pending[0]; next !== undefined; next = pending[0]) {
      await store.append(LOG, JSON.stringify({ from, purge: next }))
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
      if (entry.purge === 'everything') onLost()
      else onPurge(entry.purge)
    } catch (error) {
      onError(error)
    }
  }
  /** The log's last entry. Adds one to an empty log, so that there always is a position to resume from. */
  const end = async (): Promise<string> =>
    (await store.lastOf(LOG)) ?? (await store.append(LOG, JSON.stringify({ from, purge: 'nothing' })))

  const follow = async (): Promise<void> => {
    let last: string | undefined
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

  return {
    announce(purge) {
      pending = pending.length < MAX_PENDING ? [...pending, purge] : ['everything']
      // `follow` retries.
      appendPending().catch(() => {})
    },
    async close() {
      closing.abort()
      await store.close()
      await following
    },
  }
}

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
