import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseSettings } from '../system/postgresql/connections.ts'
import { sharedConnections, within } from '../system/postgresql/connections.ts'

const PAUSE_MS = 30_000
const LIMIT_MS = 5000

/** Each look takes a connection of the process' pool (SEARCH-20), and meets what subscriptions and searches meet. */
export function watchDatabase(
  settings: DatabaseSettings,
  onLook: (isThere: boolean) => void,
  pause = PAUSE_MS,
): { close(): Promise<void> } {
  const closing = new AbortController()
  const look = async (): Promise<boolean> => {
    const connections = sharedConnections(settings, 1)
    const until = performance.now() + LIMIT_MS
    try {
      await connections.use(until, (client) => within(client.query('SELECT 1'), until))
      return true
    } catch {
      return false
    } finally {
      // One that hangs is closed when it ends.
      connections.close().catch(() => {})
    }
  }
  const goOn = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const isThere = await look()
      if (closing.signal.aborted) return
      onLook(isThere)
      await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  const running = goOn()
  return {
    async close() {
      closing.abort()
      await running
    },
  }
}
