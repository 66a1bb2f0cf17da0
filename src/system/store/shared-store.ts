import { type Clock, elapsed } from '../clock.ts'
import { type Count, type LastingValues, type ScoredMember, type Store, StoreRefusal } from './store.ts'

/** Longest wait of a request (RES-13). Milliseconds. */
const REQUEST_WAIT_MS = 150
/** Requests skip a late store for so long. Milliseconds. */
const LATE_PAUSE_MS = 1000
const REPORT_INTERVAL_MS = 60_000

const USES = {
  get: 'lists',
  increment: 'limits',
  append: 'purges',
  lastOf: 'purges',
  after: 'purges',
  addScores: 'views',
  highest: 'views',
  put: 'files',
  prolong: 'files',
  fields: 'files',
  setFields: 'files',
  removeFields: 'files',
} as const
type Call = keyof typeof USES
export type StoreUse = (typeof USES)[Call]

/** Gives a request a timely value, or undefined. Never rejects. */
export interface SharedStore {
  get(key: string): Promise<string | undefined>
  increment(key: string, windowMs: number): Promise<Count | undefined>
  highest(sets: readonly string[], count: number): Promise<ScoredMember[][] | undefined>
  /** Rejects with a `StoreError`, in the store's own time. */
  background: Store
}

export interface StoreEvents {
  onThere(): void
  onAway(reason: string): void
  /** Not called again until the use is accepted. */
  onRefused(use: StoreUse, reason: string): void
  onAccepted(use: StoreUse): void
}

/** No request waits during an outage (RES-13), which a successful call ends. An error reply ends one use (RES-11). */
export function sharedStore(store: Store, events: StoreEvents, now: Clock = elapsed): SharedStore {
  const { onThere, onAway } = events
  let state: 'unknown' | 'there' | 'away' | 'closed' = 'unknown'
  let lateUntil = 0
  const refusals = createRefusals(events, now)

  const markAvailable = (): void => {
    if (state !== 'there') onThere()
    state = 'there'
  }
  const watched = async <T>(call: Call, response: Promise<T>): Promise<T> => {
    try {
      const value = await response
      if (state === 'closed') return value
      markAvailable()
      refusals.accepted(call)
      return value
    } catch (error) {
      if (state === 'closed') throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof StoreRefusal) {
        markAvailable()
        refusals.refused(call, reason)
      } else {
        if (state !== 'away') onAway(reason)
        state = 'away'
      }
      throw error
    }
  }
  const inTime = async <T>(call: Call, run: () => Promise<T>): Promise<T | undefined> => {
    if (state === 'away' || state === 'closed' || now() < lateUntil) return undefined
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        lateUntil = now() + LATE_PAUSE_MS
        resolve(undefined)
      }, REQUEST_WAIT_MS)
    })
    try {
      return await Promise.race([watched(call, run()).catch(() => undefined), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get: (key) => inTime('get', () => store.get(key)),
    increment: (key, windowMs) => inTime('increment', () => store.increment(key, windowMs)),
    highest: (sets, count) => inTime('highest', () => store.highest(sets, count)),
    background: {
      pause: store.pause,
      batchInterval: store.batchInterval,
      get: (key) => watched('get', store.get(key)),
      increment: (key, windowMs) => watched('increment', store.increment(key, windowMs)),
      append: (log, text) => watched('append', store.append(log, text)),
      lastOf: (log) => watched('lastOf', store.lastOf(log)),
      after: (log, id) => watched('after', store.after(log, id)),
      addScores: (additions) => watched('addScores', store.addScores(additions)),
      highest: (sets, count) => watched('highest', store.highest(sets, count)),
      lasting: store.lasting && watchedLasting(store.lasting, watched),
      close() {
        state = 'closed'
        return store.close()
      },
    },
  }
}

function watchedLasting(
  values: LastingValues,
  watched: <T>(call: Call, response: Promise<T>) => Promise<T>,
): LastingValues {
  return {
    put: (...args) => watched('put', values.put(...args)),
    prolong: (...args) => watched('prolong', values.prolong(...args)),
    fields: (...args) => watched('fields', values.fields(...args)),
    setFields: (...args) => watched('setFields', values.setFields(...args)),
    removeFields: (...args) => watched('removeFields', values.removeFields(...args)),
  }
}

/** At most one change a minute is reported. */
function createRefusals({ onRefused, onAccepted }: StoreEvents, now: Clock) {
  const refused = new Map<StoreUse, { calls: Set<Call>; at: number }>()
  return {
    accepted(call: Call): void {
      const known = refused.get(USES[call])
      if (!known) return
      known.calls.delete(call)
      if (known.calls.size > 0 || now() < known.at + REPORT_INTERVAL_MS) return
      refused.delete(USES[call])
      onAccepted(USES[call])
    },
    refused(call: Call, reason: string): void {
      const known = refused.get(USES[call])
      if (known) return void known.calls.add(call)
      refused.set(USES[call], { calls: new Set([call]), at: now() })
      onRefused(USES[call], reason)
    },
  }
}
