import type { Clock } from './clock.ts'
import type { Steps } from './steps.ts'

interface Lifetime {
  milliseconds: number
  now: Clock
}

/**
 * A text beyond `max` clears all, so that unbounded input takes no more memory.
 * @param lifetime absent: unlimited
 */
export function memoizeBounded<T extends {}>(
  work: (text: string) => T,
  max: number,
  lifetime?: Lifetime,
): (text: string) => T {
  return lifetime ? expiring(work, max, lifetime) : lasting(work, max)
}

function lasting<T extends {}>(work: (text: string) => T, max: number): (text: string) => T {
  const values = new Map<string, T>()
  let last: { text: string; value: T } | undefined
  return (text) => {
    if (last?.text === text) return last.value
    const before = values.get(text)
    const value = before ?? work(text)
    if (before === undefined) {
      if (values.size >= max) values.clear()
      values.set(text, value)
    }
    last = { text, value }
    return value
  }
}

function expiring<T>(work: (text: string) => T, max: number, { milliseconds, now }: Lifetime): (text: string) => T {
  const entries = new Map<string, { value: T; until: number }>()
  return (text) => {
    const at = now()
    const before = entries.get(text)
    if (before && before.until > at) return before.value
    if (!before && entries.size >= max) entries.clear()
    const value = work(text)
    entries.set(text, { value, until: at + milliseconds })
    return value
  }
}

interface Known<T> {
  parts: readonly unknown[]
  value: T
}

type MemoizedByIdentity<K extends object, T> = (key: K, parts: readonly unknown[], work: () => T) => T

/**
 * Keeps a result as long as the object, while other inputs stay (docs/decisions/003). It is shared and must not be
 * changed.
 */
export function memoizeByIdentity<K extends object, T>(): MemoizedByIdentity<K, T> {
  const known = new WeakMap<K, Known<T>>()
  return (key, parts, work) => {
    const before = known.get(key)
    if (before && isSame(before.parts, parts)) return before.value
    const value = work()
    known.set(key, { parts, value })
    return value
  }
}

export function memoizeByIdentityInSteps<K extends object, T>(): (
  ...memoized: Parameters<MemoizedByIdentity<K, Steps<T>>>
) => Steps<T> {
  const known = new WeakMap<K, Known<T>>()
  return function* (key, parts, work) {
    const before = known.get(key)
    if (before && isSame(before.parts, parts)) return before.value
    const value = yield* work()
    known.set(key, { parts, value })
    return value
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index])
}
