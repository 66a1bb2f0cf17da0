import pLimit from 'p-limit'
import { deliver } from './delivery.ts'

/** Limit of concurrent notices. */
const MAX_NOTICES = 10

export interface WebSub {
  /**
   * Notifies a WebSub hub of a changed feed (W3C WebSub, 6). Never rejects: an unreachable hub delays its subscribers,
   * not the site. @param topic URL of a feed
   */
  publish(topic: string): Promise<void>
}

/** @param onError called for each topic that the hub did not take, at the first failure and the last */
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
