import { setTimeout as wait } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'
import pLimit from 'p-limit'

const DEADLINE_MS = 5000
/** Milliseconds. */
const PAUSES = [1000, 10_000, 60_000] as const
/** Longest that a receiver may demand. Milliseconds. */
const MAX_RETRY_AFTER = 15 * 60_000
/** Such responses may say when to try again (RFC 9110, 10.2.3). */
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500

export interface Delivery {
  url: string
  headers?: Readonly<Record<string, string>>
  body: string | URLSearchParams
}

/**
 * Retries, and follows no redirects.
 * @throws without URL and body, when the receiver refuses it, or is away for all tries
 */
export async function deliver(
  { url, headers = {}, body }: Delivery,
  signal: AbortSignal,
  onRetry: (reason: string) => void,
  slots: LimitFunction = pLimit(1),
): Promise<void> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted()
    const outcome = await slots(() => post(url, headers, body, signal))
    if (outcome === 'taken') return
    const pause = PAUSES[tries]
    if (!outcome.mayRetry || pause === undefined) throw new Error(outcome.reason)
    if (tries === 0) onRetry(outcome.reason)
    await wait(Math.min(outcome.retryAfter ?? pause, MAX_RETRY_AFTER), undefined, { ref: false, signal })
  }
}

type Outcome = 'taken' | { reason: string; mayRetry: boolean; retryAfter?: number }

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | URLSearchParams,
  signal: AbortSignal,
): Promise<Outcome> {
  signal.throwIfAborted()
  const deadline = new AbortController()
  const abort = (): void => deadline.abort()
  const timer = setTimeout(abort, DEADLINE_MS).unref()
  signal.addEventListener('abort', abort)
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: deadline.signal })
    await response.body?.cancel()
    if (response.ok) return 'taken'
    const retryAfter = millisecondsOf(response.headers.get('retry-after'))
    return {
      reason: `HTTP ${response.status}`,
      mayRetry: isTemporary(response.status),
      retryAfter,
    }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), mayRetry: !signal.aborted }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function millisecondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

const MAX_NOTICES = 10

export interface WebSub {
  /** Notifies a WebSub hub (W3C WebSub, 6). Never rejects. */
  publish(topic: string): Promise<void>
}

export function createWebSub(hub: string, signal: AbortSignal, onError: (error: Error) => void): WebSub {
  const failed = (topic: string, reason: string): void =>
    onError(new Error(`WebSub hub did not take ${topic}: ${reason}`))
  const slots = pLimit(MAX_NOTICES)
  return {
    async publish(topic) {
      try {
        const body = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic })
        await deliver({ url: hub, body }, signal, (reason) => failed(topic, `${reason}; it is tried again`), slots)
      } catch (error) {
        if (signal.aborted) return
        failed(topic, error instanceof Error ? error.message : String(error))
      }
    },
  }
}
