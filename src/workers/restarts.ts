/** How a worker ended. */
export interface Death {
  /** It had everything loaded. */
  hasStarted: boolean
  /** It said by itself that it cannot start; else it was killed, or a defect ended it. */
  gaveUp: boolean
  /** Milliseconds from its start. */
  lived: number
}

/** What is done about a death. */
export interface Replacement {
  /** Milliseconds until another one is started in its place. */
  pause: number
  /** The deaths in a row of that place, this one among them. */
  inARow: number
}

/** One that has lived for so long does not die again and again. Milliseconds. */
const LIVED = 10_000
/** So many deaths in a row cost no pause: what killed a worker seldom meets the next one. */
const FREE = 3
const FIRST_PAUSE = 100
/**
 * The longest pauses. Starting costs half a second of a processor, which those who run need; while none runs, nobody
 * else needs it. One that cannot start is likely not to start a moment later. Milliseconds.
 */
const MOST = { crash: { shared: 1000, alone: 250 }, start: { shared: 10_000, alone: 2000 } } as const

/**
 * Of one worker's place: when it is taken again (OPS-2).
 * @param inARow deaths of that place before, as it said then
 * @param isAlone no other worker runs or is being started
 */
export function replacementOf({ hasStarted, gaveUp, lived }: Death, inARow: number, isAlone: boolean): Replacement {
  const deaths = lived >= LIVED ? 1 : inARow + 1
  const failedToStart = gaveUp && !hasStarted
  const free = failedToStart ? 0 : FREE
  const most = MOST[failedToStart ? 'start' : 'crash'][isAlone ? 'alone' : 'shared']
  const pause = deaths <= free ? 0 : Math.min(FIRST_PAUSE * 2 ** (deaths - free - 1), most)
  return { pause, inARow: deaths }
}
