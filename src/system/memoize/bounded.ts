import type { Clock } from '../clock.ts'

interface Lifetime {
  milliseconds: number
  now: Clock
}

/**
 * Memoizes a function of one text. When `max` texts are stored, the next new one clears them all, so that unbounded
 * input takes no more memory.
 * @param lifetime absent: values do not expire
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
