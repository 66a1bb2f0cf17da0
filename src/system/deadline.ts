/** Another value replaces a late one. `deadline` in milliseconds. */
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

/** Undefined replaces a late or failed value. `deadline` in milliseconds. */
export function orNothing<T>(promise: Promise<T>, deadline: number): Promise<T | undefined> {
  const orFailed = promise.catch(() => undefined)
  return inTime<T | undefined>(orFailed, deadline, undefined)
}

/**
 * A fallback replaces a failed value.
 * @param patience milliseconds until the fallback starts
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
 * Resolves with the first good value.
 * @param patience milliseconds until the second starts
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

/** Clears its timer; that of `AbortSignal.timeout` stays in memory. */
export async function within<T>(deadline: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), deadline)
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** A percentile of fewer than `LEAST` says nothing. */
const MOST = 300
const LEAST = 100
const PERCENTILE = 0.99
/** Less is noise, more is late. Milliseconds. */
const MIN_MS = 100
const MAX_MS = 1000

export interface Patience {
  took(milliseconds: number): void
  /** 99th percentile, a second at most. Milliseconds. */
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
