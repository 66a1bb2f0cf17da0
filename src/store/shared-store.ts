import { type Clock, elapsed } from '../clock.ts'
import { type Count, type Store, StoreRefusal } from './store.ts'

/** A request never waits longer for the store (decision 40). Milliseconds. */
const REQUEST_WAIT_MS = 150
/** After a call that was late no request waits at all for this long. Milliseconds. */
const LATE_PAUSE_MS = 1000
/** What is refused and done in turns is told of at most this often. Milliseconds. */
const RETOLD_MS = 60_000

/** What calls of the store are for: a refused one costs that, and nothing else. */
const USES = { get: 'lists', increment: 'limits', append: 'purges', lastOf: 'purges', after: 'purges' } as const
type Call = keyof typeof USES
export type StoreUse = (typeof USES)[Call]

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
  /** Told once when the store is there and refuses what a use needs, and again when it does not any more. */
  onRefused(use: StoreUse, reason: string): void
  onAccepted(use: StoreUse): void
}

/**
 * Keeps the store off the critical path (decision 40). While it is away nobody waits for it; that it is back is seen by
 * the next call that succeeds, and there is always one in the background, which follows the log of purges. An error reply
 * is an answer: what it refuses is done without, and the rest goes on (RES-11).
 */
export function sharedStore(store: Store, events: StoreEvents, now: Clock = elapsed): SharedStore {
  const { onThere, onAway, onRefused, onAccepted } = events
  let state: 'unknown' | 'there' | 'away' | 'closed' = 'unknown'
  let lateUntil = 0
  /** Uses with calls that are refused, and when that was told. */
  const refused = new Map<StoreUse, { calls: Set<Call>; at: number }>()

  const accepted = (call: Call): void => {
    const known = refused.get(USES[call])
    if (!known) return
    known.calls.delete(call)
    if (known.calls.size > 0 || now() < known.at + RETOLD_MS) return
    refused.delete(USES[call])
    onAccepted(USES[call])
  }
  const refuse = (call: Call, reason: string): void => {
    const known = refused.get(USES[call])
    if (known) return void known.calls.add(call)
    refused.set(USES[call], { calls: new Set([call]), at: now() })
    onRefused(USES[call], reason)
  }
  const there = (): void => {
    if (state !== 'there') onThere()
    state = 'there'
  }
  const watched = async <T>(call: Call, answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer
      if (state === 'closed') return value
      there()
      accepted(call)
      return value
    } catch (error) {
      if (state === 'closed') throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof StoreRefusal) {
        there()
        refuse(call, reason)
      } else {
        if (state !== 'away') onAway(reason)
        state = 'away'
      }
      throw error
    }
  }
  const inTime = async <T>(call: Call, ask: () => Promise<T>): Promise<T | undefined> => {
    if (state === 'away' || state === 'closed' || now() < lateUntil) return undefined
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        lateUntil = now() + LATE_PAUSE_MS
        resolve(undefined)
      }, REQUEST_WAIT_MS)
    })
    try {
      return await Promise.race([watched(call, ask()).catch(() => undefined), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get: (key) => inTime('get', () => store.get(key)),
    increment: (key, windowMs) => inTime('increment', () => store.increment(key, windowMs)),
    background: {
      pause: store.pause,
      get: (key) => watched('get', store.get(key)),
      increment: (key, windowMs) => watched('increment', store.increment(key, windowMs)),
      append: (log, text) => watched('append', store.append(log, text)),
      lastOf: (log) => watched('lastOf', store.lastOf(log)),
      after: (log, id) => watched('after', store.after(log, id)),
      close() {
        state = 'closed'
        return store.close()
      },
    },
  }
}
