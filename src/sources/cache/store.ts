import NodeCache from 'node-cache'
import type { Clock } from '../../system/clock.ts'

export interface EntryLimits {
  entries: number
  /** Of all values; a single larger one stays alone. */
  bytes: number
}

/** Evicts the oldest values. */
export interface EntryStore<T extends object> {
  get(key: string): { value: T; left: number } | undefined
  /** @param time milliseconds until it expires */
  set(key: string, value: T, time: number): void
  delete(key: string): void
  clear(): void
}

/** Milliseconds; a larger difference between the clocks means that somebody set the system time. */
const JUMP_MS = 1000

/** Share of entries evicted at a time: node-cache lists them all to find the oldest. */
const ROOM = 0.1

/** Keeps keys apart from inherited properties, as node-cache stores entries in an object. */
const nameOf = (key: string): string => `/${key}`

/**
 * Expiries move with the system time (RES-7). node-cache's timer would expire entries before that, and reject any
 * above its limit.
 */
export function createEntryStore<T extends object>(
  { entries: maxEntries, bytes: maxBytes }: EntryLimits,
  now: Clock,
  sizeOf: (value: T) => number,
): EntryStore<T> {
  const entries = new NodeCache({ useClones: false, checkperiod: 0 })
  const sizes = new Map<string, number>()
  let bytes = 0
  entries.on('del', (name: string) => {
    bytes -= sizes.get(name) ?? 0
    sizes.delete(name)
  })
  let ahead = Date.now() - now()
  /** The system time as if nobody had set it. */
  const wall = (): number => now() + ahead

  const followWall = (): number => {
    const at = wall()
    const jumped = Date.now() - at
    if (Math.abs(jumped) < JUMP_MS) return at
    // A read would delete expired entries.
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
      // The order is that of use.
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
