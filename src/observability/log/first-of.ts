import { type Clock, elapsed } from '../../system/clock.ts'

const MAX_KEYS = 5000

/**
 * Whether a key is new, so that it is logged once; forgets all keys when there are too many.
 * @param period milliseconds after which a key is new again; absent: never
 */
export function firstOfEach(period = Number.POSITIVE_INFINITY, now: Clock = elapsed): (key: string) => boolean {
  const knownUntil = new Map<string, number>()
  return (key) => {
    if (now() < (knownUntil.get(key) ?? Number.NEGATIVE_INFINITY)) return false
    if (knownUntil.size >= MAX_KEYS) knownUntil.clear()
    knownUntil.set(key, now() + period)
    return true
  }
}
