/** The 99th percentile of fewer than `LEAST` readings says nothing. */
const MOST = 300
const LEAST = 100
const PERCENTILE = 0.99
/** Limits of the result in milliseconds: less is the noise of this machine, more is late. */
const MIN_MS = 100
const MAX_MS = 1000

export interface Patience {
  /** @param milliseconds that a good response took */
  took(milliseconds: number): void
  /** The 99th percentile of the readings, and a second at most. Milliseconds. */
  now(): number
}

export function createPatience(): Patience {
  const readings: number[] = []
  let next = 0
  let current: number | undefined
  return {
    took(milliseconds) {
      readings[next] = milliseconds
      next = (next + 1) % MOST
      current = undefined
    },
    now() {
      if (readings.length < LEAST) return MAX_MS
      current ??= readings.toSorted((one, other) => one - other)[Math.ceil(readings.length * PERCENTILE) - 1]
      return Math.min(Math.max(current ?? MAX_MS, MIN_MS), MAX_MS)
    },
  }
}
