import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Purge, purgedPaths } from './purge.ts'

export interface ProxySettings {
  urls: readonly string[]
  token: string
}

export interface Proxies {
  /**
   * Resolves when each cache took it or its tries are over; an unreachable one is purged as a whole later (PURGE-16).
   * Never rejects.
   */
  purge(purge: Purge): Promise<void>
  purgeAll(): Promise<void>
  close(): void
}

const DEADLINE_MS = 2000
const PAUSES = { retries: [200, 1000, 5000], catchUp: 15_000 } as const
/** A second purge corrects what came meanwhile. Milliseconds. */
const SETTLE_MS = 2500
/** Characters. */
const MAX_KEYS_LENGTH = 4000
const MAX_REQUESTS = 500

/** The cache has such keys (`deploy/varnish/default.vcl`). */
const pathKey = (path: string): string => `path:${path}`

export interface ProxyUses {
  isSentTwice: boolean
  everything: readonly string[]
  onError(error: Error): void
  pauses?: { retries: readonly number[]; catchUp: number }
}

export function createProxies(
  { urls, token }: ProxySettings,
  { isSentTwice, everything, onError, pauses = PAUSES }: ProxyUses,
): Proxies {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const pause = (ms: number): Promise<unknown> =>
    wait(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})
  let running = 0
  const behind = new Set<string>()

  const send = (url: string, keys: string): Promise<void> => sendPurge(url, token, keys, closing.signal)
  /** It is unknown which pages a cache missed. */
  const catchUp = async (url: string): Promise<void> => {
    if (behind.has(url)) return
    behind.add(url)
    while (behind.has(url)) {
      await pause(pauses.catchUp)
      if (closing.signal.aborted) return
      try {
        for (const keys of headersOf(everything)) await send(url, keys)
        behind.delete(url)
      } catch {}
    }
  }
  const sendWithRetries = async (url: string, keys: string): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        return await send(url, keys)
      } catch (error) {
        if (closing.signal.aborted) return
        const delay = pauses.retries[tries]
        if (delay === undefined) {
          void catchUp(url)
          const reason = error instanceof Error ? error.message : String(error)
          return onError(new Error(`${new URL(url).host} did not take a purge: ${reason}`))
        }
        await pause(delay)
      }
    }
  }
  const sendAgain = async (url: string, keys: string): Promise<void> => {
    if (!isSentTwice || closing.signal.aborted) return
    await pause(SETTLE_MS)
    if (!closing.signal.aborted) await sendWithRetries(url, keys)
  }

  const purgeKeys = async (wanted: readonly string[]): Promise<void> => {
    const sent: Array<Promise<void>> = []
    for (const keys of headersOf(wanted)) {
      for (const url of urls) {
        if (running >= MAX_REQUESTS) {
          for (const one of urls) void catchUp(one)
          return onError(new Error('too many purges at once: caches in front keep old pages for a moment'))
        }
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
  }

  return {
    purge: (purge) => purgeKeys([...purge.tags, ...purgedPaths(purge).map(pathKey)]),
    purgeAll: () => purgeKeys(everything),
    close: () => closing.abort(),
  }
}

/** @throws {Error} for a refusing or late cache */
async function sendPurge(url: string, token: string, keys: string, closing: AbortSignal): Promise<void> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const timer = setTimeout(abort, DEADLINE_MS)
  closing.addEventListener('abort', abort)
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
    closing.removeEventListener('abort', abort)
  }
}

function headersOf(keys: readonly string[]): string[] {
  const headers: string[] = []
  for (const key of new Set(keys)) {
    const last = headers.at(-1)
    if (last === undefined || last.length + key.length >= MAX_KEYS_LENGTH) headers.push(key)
    else headers[headers.length - 1] = `${last} ${key}`
  }
  return headers
}
