/** A value, or another one when it is late. Milliseconds. */
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

/** A value that may be late or fail without costing the page: then it is nothing. Milliseconds. */
export function orNothing<T>(promise: Promise<T>, deadline: number): Promise<T | undefined> {
  const orFailed = promise.catch(() => undefined)
  return inTime<T | undefined>(orFailed, deadline, undefined)
}

/**
 * A value; when it fails, another one, which is begun early enough to be there by then.
 * @param patience milliseconds after which the other one is begun, though the first may still come
 * @param otherwise never rejects
 * @param deadline milliseconds that it has
 * @throws the first one's error, when the other one is nothing
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
    const found = await other
    if (found === undefined) throw error
    return found
  }
}

/** Unlike `AbortSignal.timeout`, nothing of a call that is over stays in memory until its deadline would have come. */
export async function within<T>(deadline: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), deadline)
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
