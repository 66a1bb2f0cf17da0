import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Store, StoreRefusal } from '../store/store.ts'
import { type Purge, purgeSchema } from './purge.ts'

export interface SharedPurges {
  /** Tells the other instances; what cannot be told now is told when the store is back. */
  announce(purge: Purge): void
  close(): Promise<void>
}

export interface SharedPurgesSettings {
  store: Store
  /** Another instance was told to purge. */
  onPurge(purge: Purge): void
  /** Others may have purged anything meanwhile. */
  onLost(): void
  /** Told of an entry that cannot be read. */
  onError(error: unknown): void
}

const LOG = 'szpalta:purges'
/** Purges that wait for the store to come back; with more of them, everything is purged. */
const MAX_WAITING = 1000
/** Milliseconds before a store that failed is asked again. */
const RETRY_MS = 1000
/** Before one that refuses the commands of a log is: somebody has to change it. */
const REFUSED_RETRY_MS = 10_000

/** No purge: marks the beginning of a log, or that too many were made to tell them one by one. */
const entrySchema = z.object({ from: z.string(), purge: z.union([purgeSchema, z.enum(['nothing', 'everything'])]) })

/**
 * Purges reach every instance by a log in the shared store: each appends its own, and reads what the others did. Where
 * it stopped reading is known by the last entry, which must still be there when it goes on; when it is not, because the
 * instance was away for too long or the store was emptied, anything may have been purged.
 */
export function sharedPurges({ store, onPurge, onLost, onError }: SharedPurgesSettings): SharedPurges {
  const from = randomUUID()
  const closing = new AbortController()
  let waiting: Array<z.output<typeof entrySchema>['purge']> = []
  let telling: Promise<void> | undefined

  /** In order, one after the other; what is told is forgotten. */
  const tellAll = async (): Promise<void> => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      await store.append(LOG, JSON.stringify({ from, purge: next }))
      if (waiting[0] === next) waiting.shift()
    }
  }
  const tell = (): Promise<void> => {
    telling ??= tellAll().finally(() => {
      telling = undefined
    })
    return telling
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
  /** Where the log ends; an empty one gets a first entry, so that there always is one to go on from. */
  const end = async (): Promise<string> =>
    (await store.lastOf(LOG)) ?? (await store.append(LOG, JSON.stringify({ from, purge: 'nothing' })))

  const follow = async (): Promise<void> => {
    let last: string | undefined
    /** Nothing was kept yet when the log was found at the first try. */
    let hasKept = false
    while (!closing.signal.aborted) {
      try {
        if (last === undefined) {
          last = await end()
          if (hasKept) onLost()
        }
        hasKept = true
        // One that may not tell may listen.
        await tell().catch(unlessRefused)
        const slice = await store.after(LOG, last)
        for (const text of slice.entries) read(text)
        last = slice.isWhole ? slice.last : undefined
        await pause(store.pause, closing.signal)
      } catch (error) {
        hasKept = true
        await pause(error instanceof StoreRefusal ? REFUSED_RETRY_MS : RETRY_MS, closing.signal)
      }
    }
  }
  const following = follow()

  return {
    announce(purge) {
      waiting = waiting.length < MAX_WAITING ? [...waiting, purge] : ['everything']
      // What fails is tried again while the log is followed.
      tell().catch(() => {})
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

/** Ends early when the signal says so. */
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
