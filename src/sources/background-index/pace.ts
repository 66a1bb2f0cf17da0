/** In milliseconds, apart from `share`. */
export interface PaceSettings {
  /** From the first search to the first call, as readers' calls of a start come first. */
  start: number
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

/** Pauses of background work; none of them keeps the process alive. */
export interface Alarm {
  /** @param canRing whether `ring` ends the pause */
  wait(milliseconds: number, canRing?: boolean): Promise<void>
  ring(): void
  close(): void
  readonly isClosed: boolean
}

export function createAlarm(): Alarm {
  let isClosed = false
  let isRung = false
  let end = (_closing: boolean): void => {}
  return {
    get isClosed() {
      return isClosed
    },
    async wait(milliseconds, canRing = false) {
      if (isClosed || (canRing && isRung)) {
        isRung = false
        return
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds).unref()
        end = (closing) => {
          if (!closing && !canRing) return
          if (canRing) isRung = false
          clearTimeout(timer)
          resolve()
        }
      })
      end = () => {}
    },
    ring() {
      isRung = true
      end(false)
    },
    close() {
      isClosed = true
      end(true)
    },
  }
}
