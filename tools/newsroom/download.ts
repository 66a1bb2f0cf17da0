import { setTimeout as wait } from 'node:timers/promises'
import { systemCode } from '../../src/system/record.ts'

const MAX_BYTES = 20 * 1024 * 1024
/** Limit of an attempt, including the body. */
const DEADLINE_MS = 30_000
/** Pauses before the second and the third attempt. */
const PAUSES_MS = [500, 2000]
const RETRIED_STATUS = new Set([429, 500, 502, 503, 504])

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 5

class FinalError extends Error {}

/** @throws {Error} for a URL that must not be requested */
type GuardUrl = (url: URL) => Promise<void>

/**
 * At most 20 MB, in at most three attempts.
 * @param guardUrl called before every request, including redirects
 * @throws {Error} with the reason for the failure
 */
export async function fetchBytes(url: string, signal: AbortSignal, guardUrl: GuardUrl): Promise<Buffer> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await once(url, signal, guardUrl)
    } catch (error) {
      if (signal.aborted || pause === undefined || error instanceof FinalError) throw error
      await wait(pause, undefined, { signal })
    }
  }
  throw new Error('no response')
}

async function once(url: string, outer: AbortSignal, guardUrl: GuardUrl): Promise<Buffer> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const timer = setTimeout(abort, DEADLINE_MS)
  outer.addEventListener('abort', abort)
  try {
    const response = await follow(url, controller.signal, guardUrl)
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

async function follow(from: string, signal: AbortSignal, guardUrl: GuardUrl): Promise<Response> {
  let url = new URL(from)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    await guardUrl(url).catch((error: unknown) => {
      throw systemCode(error) === undefined ? new FinalError(reasonOf(error)) : new Error(reasonOf(error))
    })
    const options = { signal, redirect: 'manual', headers: { accept: 'image/*' } } as const
    const response = await fetch(url, options).catch((error: unknown) => {
      throw new Error(signal.aborted ? 'no response in time' : reasonOf(error))
    })
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    const next = URL.parse(location, url)
    if (!next) throw new FinalError('a redirect to no URL')
    url = next
  }
  throw new FinalError(`more than ${MAX_REDIRECTS} redirects`)
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
