import { articlePath } from '../../content/links.ts'
import { serviceKey } from '../../content/surrogate-keys.ts'
import type { Purge } from '../../purge/purge.ts'
import type { Service } from '../../services/service.ts'
import type { LiveMenus } from '../live-menus.ts'
import type { Change } from './poll.ts'
import type { WordPressSource } from './wordpress.ts'

/** Milliseconds. */
const MENU_INTERVAL = 300_000

export interface FreshnessSettings {
  source: WordPressSource
  menus: LiveMenus
  services: readonly Service[]
  /** Milliseconds until the next poll; absent: only a webhook reports changes. */
  pauseOf?: (() => number) | undefined
  /** Every instance polls. */
  purge(purge: Purge, service: Service, stamp?: string): Promise<void>
  onError(error: unknown): void
}

/** Purges what changed in WordPress. */
export function pollForChanges(settings: FreshnessSettings): { readMenus(): void; close(): void } {
  const { source, menus, pauseOf, purge, onError } = settings
  const services = settings.services.filter((service) => source.urlOf(service) !== undefined)

  const onChange = (url: string, { paths, tags, only, stamp, isPartial = false }: Change): void => {
    for (const service of services.filter((candidate) => source.urlOf(candidate) === url)) {
      const own = paths.map((path) => (path === '/' ? path : articlePath(path, service)))
      const changed = { paths: own, tags: isPartial ? [serviceKey(service.name)] : tags, only }
      void purge({ service: service.name, ...changed }, service, stamp)
    }
  }

  const readMenu = async (url: string | undefined): Promise<void> => {
    const users = services.filter((service) => source.urlOf(service) === url)
    const menu = users[0] && (await source.menu(users[0]))
    for (const service of users) {
      if (menus.set(service.name, menu))
        void purge({ service: service.name, paths: [], tags: [serviceKey(service.name)] }, service)
    }
  }
  /** A failing WordPress keeps no other waiting. */
  const readMenusSafely = (): void => {
    for (const url of new Set(services.map(source.urlOf))) readMenu(url).catch(onError)
  }

  readMenusSafely()
  if (!pauseOf) return { readMenus: readMenusSafely, close: () => {} }
  const menuTimer = setInterval(readMenusSafely, MENU_INTERVAL).unref()
  const stopWatching = source.watch(pauseOf, onChange, onError)
  return {
    readMenus: readMenusSafely,
    close() {
      clearInterval(menuTimer)
      stopWatching()
    },
  }
}
