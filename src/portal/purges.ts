import type { MostReadOf } from '../content/most-read.ts'
import { articlesKey, serviceKey } from '../content/surrogate-keys.ts'
import type { PageCache } from '../edge/page-cache/page-cache.ts'
import type { Renew } from '../edge/page-cache/renewal.ts'
import { createAmpCaches } from '../features/amp-caches/amp-caches.ts'
import { createAnnouncements } from '../features/announcements/announcements.ts'
import { createWebSub } from '../features/announcements/delivery.ts'
import { createIndexNow } from '../features/announcements/indexnow.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createProxies } from '../purge/proxies.ts'
import { followSurroundings } from '../purge/surroundings.ts'
import { existingService } from '../services/registry.ts'
import type { Services } from '../services/service.ts'
import type { ContentRepositories } from '../sources/content-repositories.ts'
import type { SharedStore } from '../system/store/shared-store.ts'
import { createPurging, type Purging } from './purging.ts'
import type { Env } from './settings/env.ts'

export interface PurgesSettings {
  env: Pick<Env, 'proxies' | 'ampCaches' | 'feeds' | 'indexNow' | 'lifetimes'>
  services: Services
  repositories: ContentRepositories
  pageCache: PageCache | undefined
  store: SharedStore | undefined
  renew: Renew
  ranking: MostReadOf
  ampCacheOrigin: ((subdomain: string, host: string) => string) | undefined
  onAmpCacheUpdate: Metrics['ampCacheUpdated']
  onNewsroom: (() => void) | undefined
  /** Articles may be others. */
  onContent(): void
  signal: AbortSignal
  onError(error: unknown): void
}

export function openPurging({
  env,
  services,
  repositories,
  pageCache,
  store,
  renew,
  ranking,
  ampCacheOrigin,
  onAmpCacheUpdate,
  onNewsroom,
  onContent,
  signal,
  onError,
}: PurgesSettings): Purging {
  const isKeptLong = env.lifetimes.pages > 0
  const names = Object.keys(services)
  const proxies =
    env.proxies &&
    createProxies(env.proxies, {
      isSentTwice: store !== undefined || isKeptLong,
      everything: names.map(serviceKey),
      onError,
    })
  const surroundings =
    proxies && isKeptLong
      ? followSurroundings({
          services: names,
          ranking,
          purge: (service) => void proxies.purge({ service, paths: [], tags: [articlesKey(service)] }),
          claim: async (service, within) => {
            const claims = await store?.increment(`szpalta:surroundings:${service}`, within)
            return claims === undefined || claims.count === 1
          },
          onError,
        })
      : undefined
  signal.addEventListener('abort', () => surroundings?.close())
  const ampCaches =
    env.ampCaches &&
    createAmpCaches(env.ampCaches, {
      services,
      isShared: store !== undefined,
      renew: async ({ service, path }) => {
        const { serviceUrl } = existingService(services, service)
        if (serviceUrl !== undefined) await renew(new URL(serviceUrl).host, path, pageCache?.purges ?? 0)
      },
      onOutcome: onAmpCacheUpdate,
      onError,
      originOf: ampCacheOrigin,
    })
  const isAnnounced = env.feeds.hub !== undefined || env.indexNow !== undefined
  const announcements = createAnnouncements({
    webSub: env.feeds.hub === undefined ? undefined : createWebSub(env.feeds.hub, signal, onError),
    indexNow: env.indexNow && createIndexNow(env.indexNow, signal, onError),
    renew,
    pageCache,
    reader: repositories.reader,
    signal,
    onError,
  })
  return createPurging({
    purgeHere(matches, purge) {
      if (purge?.only === 'comments') repositories.expireComments(purge.tags)
      else if (purge?.only === undefined) repositories.expire(purge)
      repositories.changed(purge)
      if (purge?.only === undefined) onContent()
      if (purge?.only === undefined) surroundings?.changed(purge?.service)
      return pageCache?.purge(matches, purge?.isAwaited) ?? 0
    },
    store,
    proxies,
    amp: ampCaches && { caches: ampCaches, services },
    publish: isAnnounced ? announcements.publish : undefined,
    onNewsroom,
    onError,
  })
}
