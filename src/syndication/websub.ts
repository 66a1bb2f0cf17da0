/** Notifies a WebSub hub of changed feeds (W3C WebSub, 6). */
export interface WebSub {
  /** Never rejects: an unreachable hub delays its subscribers, not the site. */
  publish(topics: readonly string[]): Promise<void>
}

const DEADLINE_MS = 5000

/** @param onError called once for each topic that the hub rejected */
export function createWebSub(hub: string, onError: (error: Error) => void): WebSub {
  const notify = async (topic: string): Promise<void> => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), DEADLINE_MS)
    try {
      const response = await fetch(hub, {
        method: 'POST',
        body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic }),
        redirect: 'error',
        signal: deadline.signal,
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      onError(new Error(`WebSub hub did not take ${topic}: ${reason}`))
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    publish: async (topics) => {
      await Promise.all(topics.map(notify))
    },
  }
}
