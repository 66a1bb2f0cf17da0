import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Purge, purgedPaths } from './purge.ts'

/** Caches in front of the portal that receive purges (`deploy/README.md`). */
export interface ProxySettings {
  urls: readonly string[]
  token: string
}

export interface Proxies {
  /**
   * Never rejects: an unreachable cache keeps old pages for their minute. Resolves when each cache has taken the first
   * purge, or its tries are over.
   */
  purge(purge: Purge): Promise<void>
  close(): void
}

const DEADLINE_MS = 2000
/** Pauses before the retries. Milliseconds. */
const RETRY_PAUSES = [200, 1000, 5000] as const
/**
 * Other instances get a purge a moment later, and one of them may hand a cache the old page in between. A second purge
 * after this time corrects that. Milliseconds.
 */
const SETTLE_MS = 2500
/** Limit of keys in one request, because servers refuse longer headers. Characters. */
const MAX_KEYS_LENGTH = 4000
/** Limit of requests under way or waiting; any more are dropped. */
const MAX_REQUESTS = 500

/** A path is a key too, in the cache's own form (`deploy/varnish/default.vcl`). */
const pathKey = (path: string): string => `path:${path}`

/**
 * @param isShared whether there are other instances
 * @param onError called once for each request that a cache refused
 */
export function createProxies(
  { urls, token }: ProxySettings,
  isShared: boolean,
  onError: (error: Error) => void,
): Proxies {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  let running = 0

  /** Sends `PURGE` with the keys in `Surrogate-Key`. */
  const send = async (url: string, keys: string): Promise<void> => {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    const timer = setTimeout(abort, DEADLINE_MS)
    closing.signal.addEventListener('abort', abort)
    try {
      const response = await fetch(url, {
        method: 'PURGE',
        headers: { authorization: `Bearer ${token}`, 'surrogate-key': keys },
        redirect: 'error',
        signal: controller.signal,
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
    } finally {
      clearTimeout(timer)
      closing.signal.removeEventListener('abort', abort)
    }
  }
  const sendWithRetries = async (url: string, keys: string): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        return await send(url, keys)
      } catch (error) {
        if (closing.signal.aborted) return
        const pause = RETRY_PAUSES[tries]
        if (pause === undefined) {
          const reason = error instanceof Error ? error.message : String(error)
          return onError(new Error(`${new URL(url).host} did not take a purge: ${reason}`))
        }
        await wait(pause, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }
  const sendAgain = async (url: string, keys: string): Promise<void> => {
    if (!isShared || closing.signal.aborted) return
    await wait(SETTLE_MS, undefined, { signal: closing.signal }).catch(() => {})
    if (!closing.signal.aborted) await sendWithRetries(url, keys)
  }

  return {
    async purge(purge) {
      const sent: Array<Promise<void>> = []
      for (const keys of headersOf([...purge.tags, ...purgedPaths(purge).map(pathKey)])) {
        for (const url of urls) {
          if (running >= MAX_REQUESTS)
            return onError(new Error('too many purges at once: caches in front keep old pages'))
          running += 1
          const first = sendWithRetries(url, keys)
          sent.push(first)
          void first
            .then(() => sendAgain(url, keys))
            .finally(() => {
              running -= 1
            })
        }
      }
      await Promise.all(sent)
    },
    close: () => closing.abort(),
  }
}

/** Splits keys over as few headers as possible. */
function headersOf(keys: readonly string[]): string[] {
  const headers: string[] = []
  for (const key of new Set(keys)) {
    const last = headers.at(-1)
    if (last === undefined || last.length + key.length >= MAX_KEYS_LENGTH) headers.push(key)
    else headers[headers.length - 1] = `${last} ${key}`
  }
  return headers
}
