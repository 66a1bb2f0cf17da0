import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { within } from '../../system/deadline.ts'
import { boundedBytes } from '../../system/network/response.ts'
import type { FileSource } from './other-releases.ts'
import { isHashedName, MAX_FILE_BYTES } from './other-releases.ts'

/** Milliseconds for one file. */
const DEADLINE = 3000
const MAX_CALLS = 16
const MISSING = { max: 1000, ttl: 10_000 } as const
const LASTS = 86_400_000

/**
 * Reads releases' files that the operator copies to a bucket or server.
 * @param url of the folder, without a final slash
 */
export function createFilesAtUrl(url: string): FileSource {
  const missing = new LRUCache<string, true>(MISSING)
  const limited = pLimit(MAX_CALLS)
  return {
    async find(name) {
      if (!isHashedName(name) || missing.has(name)) return undefined
      const identity = await limited(() => within(DEADLINE, (signal) => fetched(`${url}/${name}`, signal)))
      if (identity) return { identity, until: Date.now() + LASTS }
      missing.set(name, true)
      return undefined
    },
  }
}

/** @returns undefined for a missing file @throws when nobody can say */
async function fetched(url: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const response = await fetch(url, { signal, redirect: 'error', credentials: 'omit' })
  if (response.status === 200) return boundedBytes(response, MAX_FILE_BYTES)
  await response.body?.cancel()
  // 403 is a bucket that must not be listed.
  if (response.status === 404 || response.status === 403 || response.status === 410) return undefined
  throw new Error(`${response.status} of a file of another release`)
}
