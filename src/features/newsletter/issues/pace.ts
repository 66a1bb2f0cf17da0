import { setTimeout as wait } from 'node:timers/promises'
import { elapsed } from '../../../system/clock.ts'

/** Limits all callers together to `rate` turns a second. Absent: nobody waits. */
export function createPace(rate: number | undefined): (signal: AbortSignal) => Promise<void> {
  if (rate === undefined) return async () => {}
  const gap = 1000 / rate
  let next = 0
  return async (signal) => {
    const now = elapsed()
    const turn = Math.max(now, next)
    next = turn + gap
    if (turn > now) await wait(turn - now, undefined, { signal })
  }
}
