import NodeCache from 'node-cache'
import type { Clock } from '../clock.ts'

/** A number of values that end by themselves; those written longest ago make room. */
export interface Shelf<T extends object> {
  /** A value, and the milliseconds until it ends. */
  get(key: string): { value: T; left: number } | undefined
  /** @param time milliseconds until it ends */
  set(key: string, value: T, time: number): void
  delete(key: string): void
  clear(): void
}

/** Clocks drift apart by less; the one on the wall was set when it is more. Milliseconds. */
const JUMP_MS = 1000

/** Share of the entries that make room at a time: node-cache knows their order only by listing them all. */
const ROOM = 0.1

/** node-cache keeps entries as properties of an object: no key must be one that every object has. */
const nameOf = (key: string): string => `/${key}`

/**
 * Ages are node-cache's own, which tells them by the clock on the wall: when somebody sets that, every end is moved by as
 * much, so that nothing ends early or lives on (RES-8). For the same reason node-cache gets no timer: it would end
 * everything before anybody could look. And as it refuses what is too much, room is made before it is asked.
 */
export function createShelf<T extends object>(maxEntries: number, now: Clock): Shelf<T> {
  const entries = new NodeCache({ useClones: false, checkperiod: 0 })
  let ahead = Date.now() - now()
  /** The clock on the wall, had nobody set it since. */
  const wall = (): number => now() + ahead

  /** @returns what the clock on the wall would say */
  const followWall = (): number => {
    const at = wall()
    const jumped = Date.now() - at
    if (Math.abs(jumped) < JUMP_MS) return at
    // To be looked at is enough to be ended, otherwise.
    entries.options.deleteOnExpire = false
    for (const key of entries.keys()) {
      const left = (entries.getTtl(key) ?? 0) - at
      if (left > 0) entries.ttl(key, left / 1000)
      else entries.del(key)
    }
    entries.options.deleteOnExpire = true
    ahead += jumped
    return at + jumped
  }

  return {
    get(key) {
      const at = followWall()
      const name = nameOf(key)
      const value = entries.get<T>(name)
      if (value === undefined) return undefined
      const left = (entries.getTtl(name) ?? 0) - at
      return left > 0 ? { value, left } : undefined
    },
    set(key, value, time) {
      const at = followWall()
      const name = nameOf(key)
      // Written at the end of the order.
      entries.del(name)
      if (entries.getStats().keys >= maxEntries) entries.del(entries.keys().slice(0, Math.ceil(maxEntries * ROOM)))
      entries.set(name, value, (at + time - Date.now()) / 1000)
    },
    delete: (key) => void entries.del(nameOf(key)),
    clear: () => entries.flushAll(),
  }
}
