import { type Clock, elapsed } from '../clock.ts'
import type { Count, Store } from './store.ts'

/** A request never waits longer for the store (decision 40). Milliseconds. */
const REQUEST_WAIT_MS = 150
/** After a call that was late no request waits at all for this long. Milliseconds. */
const LATE_PAUSE_MS = 1000

/** The store as requests see it: it answers in time, or there is nothing. Never rejects. */
export interface SharedStore {
  get(key: string): Promise<string | undefined>
  increment(key: string, windowMs: number): Promise<Count | undefined>
  /** For work that nobody waits for: rejects with a `StoreError`, within the store's own deadlines. */
  background: Store
}

export interface StoreEvents {
  /** Told when it is there for the first time, and again after each absence. */
  onThere(): void
  /** Told once for each absence. */
  onAway(reason: string): void
}

/**
 * Keeps the store off the critical path (decision 40). While it is away nobody waits for it; that it is back is seen by
 * the next call that succeeds, and there is always one in the background, which follows the log of purges.
 */
export function sharedStore(store: Store, { onThere, onAway }: StoreEvents, now: Clock = elapsed): SharedStore {
  let state: 'unknown' | 'there' | 'away' | 'closed' = 'unknown'
  let lateUntil = 0

  const watched = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const value = await call
      if (state === 'closed') return value
      if (state !== 'there') onThere()
      state = 'there'
      return value
    } catch (error) {
      if (state === 'closed') throw error
      if (state !== 'away') onAway(error instanceof Error ? error.message : String(error))
      state = 'away'
      throw error
    }
  }
  const inTime = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    if (state === 'away' || state === 'closed' || now() < lateUntil) return undefined
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        lateUntil = now() + LATE_PAUSE_MS
        resolve(undefined)
      }, REQUEST_WAIT_MS)
    })
    try {
      return await Promise.race([watched(ask()).catch(() => undefined), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get: (key) => inTime(() => store.get(key)),
    increment: (key, windowMs) => inTime(() => store.increment(key, windowMs)),
    background: {
      pause: store.pause,
      get: (key) => watched(store.get(key)),
      increment: (key, windowMs) => watched(store.increment(key, windowMs)),
      append: (log, text) => watched(store.append(log, text)),
      lastOf: (log) => watched(store.lastOf(log)),
      after: (log, id) => watched(store.after(log, id)),
      close() {
        state = 'closed'
        return store.close()
      },
    },
  }
}
