import type { LiveMenus } from '../cms/live-menus.ts'
import type { OpenSource } from '../cms/open-source.ts'
import { pollForChanges } from '../cms/wordpress/freshness.ts'
import type { Env } from '../config/env.ts'
import type { Purging } from '../purge/purging.ts'
import type { Services } from '../services/service.ts'
import type { FollowedCoverages } from './followed-coverages.ts'
import { watchFolder } from './watched-folder.ts'

interface ContentWatchSettings {
  env: Pick<Env, 'feeds' | 'indexNow' | 'cmsPollInterval'>
  opened: OpenSource
  menus: LiveMenus
  services: Services
  /** Readers wait for updates: then it looks more often. */
  followed: FollowedCoverages
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
  const { env, opened, menus, services, followed, purging, version, onError } = settings
  const polls = env.cmsPollInterval > 0
  const freshness =
    opened.wordpress &&
    pollForChanges({
      source: opened.wordpress,
      menus,
      services: Object.values(services),
      ...(polls && { pauseOf: () => followed.pauseOf('wordpress', env.cmsPollInterval) }),
      purge: purging.detected,
      onError,
    })
  // Those who wait for changes of the newsroom wait for a scan of its folder, as do readers of a coverage.
  const isAwaited = env.feeds.hub !== undefined || env.indexNow !== undefined
  const folderWatch = opened.embedded
    ? watchFolder({
        source: opened.embedded,
        services,
        ...(polls && {
          pauseOf: () => followed.pauseOf('folder', isAwaited ? env.cmsPollInterval : Number.POSITIVE_INFINITY),
        }),
        isAwaited,
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
