import type { LiveMenus } from '../cms/live-menus.ts'
import type { OpenSource } from '../cms/open-source.ts'
import { pollForChanges } from '../cms/wordpress/freshness.ts'
import type { Env } from '../config/env.ts'
import type { Purging } from '../purge/purging.ts'
import type { Services } from '../services/service.ts'
import { watchFolder } from './watched-folder.ts'

interface ContentWatchSettings {
  env: Pick<Env, 'feeds' | 'indexNow' | 'cmsPollInterval'>
  opened: OpenSource
  menus: LiveMenus
  services: Services
  purging: Purging
  /** Of the running release. */
  version: string
  onError(error: unknown): void
}

/** Follows what changes in the source, and purges it. */
export interface ContentWatch {
  readMenus(): void
  close(): void
}

export function watchContent(settings: ContentWatchSettings): ContentWatch {
  const { env, opened, menus, services, purging, version, onError } = settings
  const freshness =
    opened.wordpress &&
    pollForChanges({
      source: opened.wordpress,
      menus,
      services: Object.values(services),
      interval: env.cmsPollInterval,
      purge: purging.detected,
      onError,
    })
  // Those who wait for changes of the newsroom wait for a scan of its folder.
  const isAwaited = env.feeds.hub !== undefined || env.indexNow !== undefined
  const folderWatch =
    opened.embedded && isAwaited
      ? watchFolder({
          source: opened.embedded,
          services,
          interval: env.cmsPollInterval,
          purge: purging.detected,
          version,
          onError,
        })
      : undefined
  return {
    readMenus: () => freshness?.readMenus(),
    close() {
      freshness?.close()
      folderWatch?.close()
    },
  }
}
