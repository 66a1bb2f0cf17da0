/** In milliseconds, apart from `share`. */
export interface PaceSettings {
  /** From the first search to the first call, after readers' calls of a start. */
  start: number
  pause: number
  /** Pauses in proportion to the call: a slow CMS gets fewer calls. */
  share: number
  /** Between checks for changes of other instances, and whether one still reads. */
  look: number
  /** From a change to its calls, which gathers several. */
  settling: number
  /** Between readings of the newest articles, and of all. */
  newest: number
  all: number
  /** Doubles with each further failure up to `longestRetry`. */
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

/** Pauses keep no process alive. */
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
