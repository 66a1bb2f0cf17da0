import type { Steps } from './steps.ts'

interface Known<T> {
  parts: readonly unknown[]
  value: T
}

/** @param parts all else that the result depends on; compared one by one, by identity */
type OnceWhile<K extends object, T> = (key: K, parts: readonly unknown[], work: () => T) => T

/**
 * Keeps what was worked out of an object: for as long as the object is there, and while all else that it was worked out
 * of stays the same (docs/decisions/003). The result is shared and must not be changed.
 */
export function onceWhile<K extends object, T>(): OnceWhile<K, T> {
  const known = new WeakMap<K, Known<T>>()
  return (key, parts, work) => {
    const before = known.get(key)
    if (before && isSame(before.parts, parts)) return before.value
    const value = work()
    known.set(key, { parts, value })
    return value
  }
}

/** The same of work in steps. Two that ask for it while it is done both do it. */
export function onceWhileInSteps<K extends object, T>(): (...asked: Parameters<OnceWhile<K, Steps<T>>>) => Steps<T> {
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
