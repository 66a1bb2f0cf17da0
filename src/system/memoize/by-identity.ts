import type { Steps } from '../steps.ts'

interface Known<T> {
  parts: readonly unknown[]
  value: T
}

/** @param parts everything else that the result depends on; compared by identity */
type MemoizedByIdentity<K extends object, T> = (key: K, parts: readonly unknown[], work: () => T) => T

/**
 * Memoizes a result for the lifetime of an object, while the other inputs stay the same (docs/decisions/003). The
 * result is shared and must not be changed. The variant in steps does the work once for each overlapping caller.
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
