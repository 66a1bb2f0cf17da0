import { articlePath } from '../content/links.ts'
import { serviceKey } from '../content/surrogate-keys.ts'
import type { Purge } from '../purge/purge.ts'
import { findService } from '../services/registry.ts'
import type { Service, Services } from '../services/service.ts'
import type { EmbeddedSource } from '../sources/embedded/embedded.ts'
import type { LiveMenus } from '../sources/live-menus.ts'

interface WatchedFolderSettings {
  source: EmbeddedSource
  services: Services
  menus: LiveMenus
  /** Milliseconds. */
  pauseOf(): number
  isAwaited: boolean
  purge(purge: Purge, service: Service, stamp?: string): Promise<void>
  version: string
  onError(error: unknown): void
}

/** A start counts as a change: most newsrooms change by a release, which comes with a new process. */
export function watchFolder({
  source,
  services,
  menus,
  pauseOf,
  isAwaited,
  purge,
  version,
  onError,
}: WatchedFolderSettings): { close(): void } {
  const purged = (service: Service, paths: string[], tags: string[], stamp: string): void => {
    purge({ service: service.name, paths, tags, isAwaited: true }, service, stamp).catch(onError)
  }
  if (isAwaited) for (const service of Object.values(services)) purged(service, [], [], `start of ${version}`)
  const close = source.watch(
    pauseOf,
    (name, { paths, tags, isPartial, menu, stamp }) => {
      const service = findService(services, name)
      if (!service) return
      menus.set(name, menu)
      const own = paths.map((path) => (path === '/' ? path : articlePath(path, service)))
      purged(service, own, isPartial ? [...tags, serviceKey(name)] : tags, stamp)
    },
    onError,
  )
  return { close }
}
