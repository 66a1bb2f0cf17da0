import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { RedisSettings } from './redis-connection.ts'
import { type SharedStore, type StoreUse, sharedStore } from './shared-store.ts'
import type { Store } from './store.ts'
import { createPrimaryStore } from './workers.ts'

export type StoreSettings = RedisSettings | { kind: 'rest'; url: string; token: string }

interface StoreWatch {
  onChange?(isThere: boolean): void
  onRefusal?(use: StoreUse, isRefused: boolean): void
}

const REFUSED: Record<StoreUse, string> = {
  purges: 'purges are not shared: the shared store refuses the commands of a stream',
  lists: 'lists of further articles are not read: the shared store refuses to give them',
  limits: 'limits are not shared: the shared store refuses to count',
  views: 'the most read articles are each instance’s own: the shared store refuses sorted sets',
  files: 'files of this release are not shared: the shared store refuses to keep them',
}
const ACCEPTED: Record<StoreUse, string> = {
  purges: 'purges are shared again',
  lists: 'lists of further articles are read again',
  limits: 'limits are shared again',
  views: 'the most read articles are shared again',
  files: 'files of this release are shared again',
}

export async function openStore(
  settings: StoreSettings | undefined,
  log: Logger,
  { onChange = () => {}, onRefusal = () => {} }: StoreWatch = {},
): Promise<SharedStore | undefined> {
  const store = await adapterOf(settings)
  return (
    store &&
    sharedStore(store, {
      onThere() {
        onChange(true)
        log.info('the shared store is there')
      },
      onAway(reason) {
        onChange(false)
        log.warn({ reason }, 'the shared store is away')
      },
      onRefused(use, reason) {
        onRefusal(use, true)
        log.warn({ reason }, REFUSED[use])
      },
      onAccepted(use) {
        onRefusal(use, false)
        log.info(ACCEPTED[use])
      },
    })
  )
}

/** Loads the client in use alone (docs/decisions/020). */
async function adapterOf(settings: StoreSettings | undefined): Promise<Store | undefined> {
  if (settings?.kind === 'redis') return (await import('./redis.ts')).createRedisStore(settings)
  if (settings?.kind === 'rest') return (await import('./rest.ts')).createRestStore(settings.url, settings.token)
  return cluster.isWorker ? createPrimaryStore() : undefined
}
