import type { Alarm } from './alarm.ts'

/** In milliseconds, apart from `share`. */
export interface PaceSettings {
  /** From the first search to the first call, as readers' calls of a start come first. */
  start: number
  /** Shortest pause after a call. */
  pause: number
  /** A pause takes so many times the call: a slow CMS gets fewer calls. */
  share: number
  /** Interval of checks for changes that another instance has noted, and whether it still reads. */
  look: number
  /** From a change to its calls, so that several come together. */
  settling: number
  /** Intervals of reading the newest articles, and all of them. */
  newest: number
  all: number
  /** After a failure; doubles with each further one up to `longestRetry`. */
  retry: number
  longestRetry: number
}

const MINUTE = 60_000

export const USUAL_PACE: PaceSettings = {
  start: 5000,
  pause: 250,
  share: 3,
  look: 10_000,
  settling: 1000,
  newest: 10 * MINUTE,
  all: 24 * 60 * MINUTE,
  retry: MINUTE,
  longestRetry: 30 * MINUTE,
}

/** Makes one call at a time, each followed by a pause. */
export type Paced = <T>(call: () => Promise<T>) => Promise<T>

export function createPaced({ pause, share }: PaceSettings, alarm: Alarm): Paced {
  return async (call) => {
    if (alarm.isClosed) throw new Error('the portal is closing')
    const from = performance.now()
    try {
      return await call()
    } finally {
      await alarm.wait(Math.max(pause, share * (performance.now() - from)))
    }
  }
}
