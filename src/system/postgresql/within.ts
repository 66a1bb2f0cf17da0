/**
 * The connection of a promise that comes too late is in an unknown state.
 * @param until by `performance.now()`
 */
export async function within<T>(promise: Promise<T>, until: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout expired')), Math.max(until - performance.now(), 0))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
