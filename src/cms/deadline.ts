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
