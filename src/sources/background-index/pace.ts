import type { Alarm } from './alarm.ts'

export interface PaceSettings {
  /** From the first search to the first call: readers' calls of a start come first. Milliseconds. */
  start: number
  /** Shortest pause after a call. Milliseconds. */
  pause: number
  /** A pause is so many times as long as the call: a slow CMS gets fewer of them. */
  share: number
  /** Changes that another instance has noted, and whether it still reads, are looked at. Milliseconds. */
  look: number
  /** From a change to the calls for it: several come together. Milliseconds. */
  settling: number
  /** The newest articles are looked at, and all of them, whatever the CMS says. Milliseconds. */
  newest: number
  all: number
  /** After a failure; twice as long after each further one, up to the second. Milliseconds. */
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

/** Makes a call, then a pause: one call at a time, and at most a quarter of it. */
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
