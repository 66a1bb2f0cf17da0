export interface Death {
  hasStarted: boolean
  /** Exited on a failed start; false: killed, or ended by a defect. */
  gaveUp: boolean
  /** Milliseconds. */
  lived: number
}

export interface Replacement {
  /** Milliseconds. */
  pause: number
  /** Consecutive deaths of this slot, this one included. */
  inARow: number
}

/** A worker that ran this long is not in a crash loop. Milliseconds. */
const LIVED = 10_000
/** Deaths without a delay: their cause seldom meets the replacement. */
const FREE = 3
const FIRST_PAUSE = 100
/**
 * A start takes half a second of CPU from the running workers. After a failed start another one is likely to fail too.
 * Milliseconds.
 */
const MOST = { crash: { shared: 1000, alone: 250 }, start: { shared: 10_000, alone: 2000 } } as const

/**
 * When to replace a dead worker (OPS-2).
 * @param inARow earlier consecutive deaths of this slot
 * @param isAlone no other worker runs or starts
 */
export function replacementOf({ hasStarted, gaveUp, lived }: Death, inARow: number, isAlone: boolean): Replacement {
  const deaths = lived >= LIVED ? 1 : inARow + 1
  const failedToStart = gaveUp && !hasStarted
  const free = failedToStart ? 0 : FREE
  const most = MOST[failedToStart ? 'start' : 'crash'][isAlone ? 'alone' : 'shared']
  const pause = deaths <= free ? 0 : Math.min(FIRST_PAUSE * 2 ** (deaths - free - 1), most)
  return { pause, inARow: deaths }
}
