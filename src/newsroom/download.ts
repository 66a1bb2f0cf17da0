import { setTimeout as wait } from 'node:timers/promises'

const MAX_BYTES = 20 * 1024 * 1024
/** For one try, the body included. Milliseconds. */
const DEADLINE_MS = 30_000
/** Waiting before the second and the third try. Milliseconds. */
const PAUSES_MS = [500, 2000]
/** Worth another try: the site is busy, or its server is being restarted. */
const RETRIED_STATUS = new Set([429, 500, 502, 503, 504])

/** A failure that another try would not change. */
class FinalError extends Error {}

/**
 * The bytes of a file on the web, at most 20 MB, in at most three tries.
 * @throws {Error} whose message says why there are none
 */
export async function fetchBytes(url: string, signal: AbortSignal): Promise<Buffer> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await once(url, signal)
    } catch (error) {
      if (signal.aborted || pause === undefined || error instanceof FinalError) throw error
      await wait(pause, undefined, { signal })
    }
  }
  throw new Error('no answer')
}

async function once(url: string, outer: AbortSignal): Promise<Buffer> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const timer = setTimeout(abort, DEADLINE_MS)
  outer.addEventListener('abort', abort)
  try {
    const response = await fetch(url, { signal: controller.signal, headers: { accept: 'image/*' } }).catch(
      (error: unknown) => {
        throw new Error(controller.signal.aborted ? 'no answer in time' : reasonOf(error))
      },
    )
    if (!response.ok) {
      await response.body?.cancel()
      const message = `HTTP ${response.status}`
      throw RETRIED_STATUS.has(response.status) ? new Error(message) : new FinalError(message)
    }
    return await bodyOf(response)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', abort)
  }
}

async function bodyOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new FinalError(`more than ${MAX_BYTES / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
