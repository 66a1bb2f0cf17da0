import type { Purge } from '../../purge/purge.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { type BackgroundIndex, type BackgroundIndexSettings, createBackgroundIndex } from './background-index.ts'
import type { Crawl } from './crawl.ts'

export interface BackgroundIndexes {
  of(service: Service): BackgroundIndex
  /** @param purge absent: any article may have changed */
  changed(purge?: Purge): void
  close(): void
}

export function createBackgroundIndexes(
  settings: BackgroundIndexSettings,
  crawlOf: (service: Service) => Crawl,
): BackgroundIndexes {
  const indexes = new Map<ServiceName, BackgroundIndex>()
  return {
    of(service) {
      const index = indexes.get(service.name) ?? createBackgroundIndex(service, crawlOf(service), settings)
      indexes.set(service.name, index)
      return index
    },
    changed(purge) {
      for (const index of indexes.values()) index.changed(purge)
    },
    close() {
      for (const index of indexes.values()) index.close()
    },
  }
}
