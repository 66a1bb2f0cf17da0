import NodeCache from 'node-cache'
import type { Clock } from '../../system/clock.ts'

export interface EntryLimits {
  entries: number
  /** Of all values together; a single larger one stays alone. */
  bytes: number
}

/** A bounded store of expiring values; the oldest ones are evicted. */
export interface EntryStore<T extends object> {
  get(key: string): { value: T; left: number } | undefined
  /** @param time milliseconds until it expires */
  set(key: string, value: T, time: number): void
  delete(key: string): void
  clear(): void
}

/** Milliseconds; a larger difference between the clocks means that the system time was set. */
const JUMP_MS = 1000

/** Share of entries evicted at a time, as node-cache lists them all to find the oldest. */
const ROOM = 0.1

/** node-cache stores entries as properties of an object: a prefix keeps keys apart from inherited properties. */
const nameOf = (key: string): string => `/${key}`

/**
 * When the system time is set, every expiry moves with it, so that nothing expires early or late (RES-7). node-cache's
 * timer would expire everything before that, and reject entries above its limit.
 */
export function createEntryStore<T extends object>(
  { entries: maxEntries, bytes: maxBytes }: EntryLimits,
  now: Clock,
  sizeOf: (value: T) => number,
): EntryStore<T> {
  const entries = new NodeCache({ useClones: false, checkperiod: 0 })
  /** In the order of the entries. */
  const sizes = new Map<string, number>()
  let bytes = 0
  entries.on('del', (name: string) => {
    bytes -= sizes.get(name) ?? 0
    sizes.delete(name)
  })
  let ahead = Date.now() - now()
  /** The system time as if it had not been set since. */
  const wall = (): number => now() + ahead

  const followWall = (): number => {
    const at = wall()
    const jumped = Date.now() - at
    if (Math.abs(jumped) < JUMP_MS) return at
    // Otherwise a read would delete expired entries.
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
      // Moves the entry to the end of the order.
      entries.del(name)
      if (entries.getStats().keys >= maxEntries) entries.del(entries.keys().slice(0, Math.ceil(maxEntries * ROOM)))
      const size = sizeOf(value)
      for (const oldest of sizes.keys()) {
        if (bytes + size <= maxBytes) break
        entries.del(oldest)
      }
      entries.set(name, value, (at + time - Date.now()) / 1000)
      sizes.set(name, size)
      bytes += size
    },
    delete: (key) => void entries.del(nameOf(key)),
    clear() {
      entries.flushAll()
      sizes.clear()
      bytes = 0
    },
  }
}
