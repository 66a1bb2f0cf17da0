import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

export interface FileFacts {
  bytes: number
  /** Pixels. */
  width?: number
  height?: number
}

export interface Files {
  /** Undefined until known. @param url absolute */
  factsOf(url: string): FileFacts | undefined
  /** @returns the number of files that are late */
  known(urls: readonly string[], ms: number): Promise<number>
}

const MAX_KNOWN = 5000
/** Milliseconds. A failed file may be there soon. */
const TTL = { known: 86_400_000, unknown: 600_000 }
/** Others wait for the next rendering. */
const MAX_WAITING = 100

/** @param read undefined where nobody knows lengths */
export function createFiles(read: (url: string) => Promise<FileFacts | undefined>): Files {
  const known = new LRUCache<string, { facts: FileFacts | undefined }>({ max: MAX_KNOWN })
  const waiting = new Map<string, Promise<void>>()
  // Cutting takes the processor from readers.
  const limit = pLimit(1)
  const remember = (url: string, facts: FileFacts | undefined): void => {
    known.set(url, { facts }, { ttl: facts === undefined ? TTL.unknown : TTL.known })
  }
  const factsOf = (url: string): FileFacts | undefined => {
    const entry = known.get(url)
    if (entry || waiting.has(url) || waiting.size === MAX_WAITING) return entry?.facts
    const reading = limit(() => read(url))
      .then(
        (facts) => remember(url, facts),
        () => remember(url, undefined),
      )
      .finally(() => waiting.delete(url))
    waiting.set(url, reading)
    return undefined
  }
  return {
    factsOf,
    async known(urls, ms) {
      for (const url of urls) factsOf(url)
      const stop = new AbortController()
      const late = wait(ms, undefined, { signal: stop.signal }).catch(() => {})
      await Promise.race([Promise.all(urls.map((url) => waiting.get(url))), late])
      stop.abort()
      return urls.filter((url) => !known.has(url)).length
    },
  }
}
