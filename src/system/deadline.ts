/** Resolves with the value, or with another one when it is late. `deadline` in milliseconds. */
export async function inTime<T>(promise: Promise<T>, deadline: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, deadline, otherwise)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves with undefined when the value is late or fails. `deadline` in milliseconds. */
export function orNothing<T>(promise: Promise<T>, deadline: number): Promise<T | undefined> {
  const orFailed = promise.catch(() => undefined)
  return inTime<T | undefined>(orFailed, deadline, undefined)
}

/**
 * Resolves with a fallback when the first value fails.
 * @param patience milliseconds after which the fallback starts
 * @param otherwise never rejects
 * @param deadline milliseconds for the fallback
 * @throws the first error when the fallback is undefined
 */
export async function orElse<T>(
  first: Promise<T>,
  patience: number,
  otherwise: () => Promise<T | undefined>,
  deadline: number,
): Promise<T> {
  const isThere = first.then(
    () => true,
    () => false,
  )
  if (await inTime(isThere, patience, false)) return first
  const other = orNothing(otherwise(), deadline)
  try {
    return await first
  } catch (error) {
    const value = await other
    if (value === undefined) throw error
    return value
  }
}

/**
 * Resolves with the first good one of two values.
 * @param patience milliseconds after which the second one starts
 * @param second never rejects
 * @param deadline milliseconds for the second
 * @throws the first error when neither is good
 */
export async function firstGood<T>(
  first: Promise<T>,
  patience: number,
  second: () => Promise<T | undefined>,
  deadline: number,
): Promise<T> {
  const isThere = first.then(
    () => true,
    () => false,
  )
  if (await inTime(isThere, patience, false)) return first
  const other = orNothing(second(), deadline).then((value) => value ?? Promise.reject(new Error('not there')))
  return Promise.any([first, other]).catch(() => first)
}

/** Clears its timer when the call ends; `AbortSignal.timeout` stays in memory until its deadline. */
export async function within<T>(deadline: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), deadline)
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** The 99th percentile of fewer than `LEAST` readings says nothing. */
const MOST = 300
const LEAST = 100
const PERCENTILE = 0.99
/** Limits of the result in milliseconds: less is the noise of this machine, more is late. */
const MIN_MS = 100
const MAX_MS = 1000

export interface Patience {
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
