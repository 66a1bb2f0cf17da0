import type { FollowedCoverages } from '../features/live/followed-coverages.ts'
import type { Services } from '../services/service.ts'
import type { LiveMenus } from '../sources/live-menus.ts'
import type { OpenSource } from '../sources/open-source.ts'
import { pollForChanges } from '../sources/wordpress/freshness.ts'
import type { Purging } from './purging.ts'
import type { Env } from './settings/env.ts'
import { watchFolder } from './watched-folder.ts'

/** Pause between two scans: what was saved is everywhere within ten seconds (PURGE-12). Milliseconds. */
const FOLDER_PAUSE = 3000

interface ContentWatchSettings {
  env: Pick<Env, 'feeds' | 'indexNow' | 'cmsPollInterval'>
  opened: OpenSource
  menus: LiveMenus
  services: Services
  /** The watch looks more often while readers wait for updates. */
  followed: FollowedCoverages
  purging: Purging
  version: string
  onError(error: unknown): void
}

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
      pauseOf: polls ? () => followed.pauseOf('wordpress', env.cmsPollInterval) : undefined,
      purge: purging.detected,
      onError,
    })
  const isAwaited = env.feeds.hub !== undefined || env.indexNow !== undefined
  const folderWatch = opened.embedded
    ? watchFolder({
        source: opened.embedded,
        services,
        menus,
        pauseOf: () => followed.pauseOf('folder', polls ? Math.min(FOLDER_PAUSE, env.cmsPollInterval) : FOLDER_PAUSE),
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
