import { type ImageRules, imageRulesOf } from '../content/image-rules.ts'
import type { LinkRules } from '../content/links.ts'
import type { ContentRepository } from '../content/repository.ts'
import { postOfKey, type SurrogateKey } from '../content/surrogate-keys.ts'
import type { Purge } from '../purge/purge.ts'
import type { Service, ServiceName, Services } from '../services/service.ts'
import { elapsed } from '../system/clock.ts'
import { createPatience } from '../system/deadline.ts'
import { createAdTables } from './ad-tables.ts'
import { createBackgroundIndexes } from './background-index/background-index.ts'
import { createCrawl } from './background-index/crawl.ts'
import type { BackgroundIndexSettings } from './background-index/upkeep.ts'
import { createCandidates } from './candidates.ts'
import { discussionKey } from './discussions.ts'
import { createPace } from './feed-texts.ts'
import { createKnownChanges, createLoading } from './loading.ts'
import type { ContentOptions } from './reading.ts'
import { type ContentSettings, readService, type ServiceState } from './service-content.ts'

export interface ContentRepositoriesSettings extends ContentSettings {
  services: Services
  images: ImageRules
  /** Links to these hosts in content lead to the portal's pages. */
  cmsUrls: Record<ServiceName, string>
  background?: BackgroundIndexSettings
}

export interface ContentRepositories {
  reader(service: Service, options?: ContentOptions): ContentRepository
  prepare(): Promise<void>
  /** @param purge absent: anything may have changed */
  expire(purge?: Purge): void
  /** Called after `expire`. @param purge absent: any may have changed */
  changed(purge?: Purge): void
  close(): void
  /** @param keys surrogate keys of articles */
  expireComments(keys: readonly SurrogateKey[]): void
}

/** Normalises content once per revision (WIRE-6). Impossible names need no call (SRC-20). */
export function createContentRepositories(settings: ContentRepositoriesSettings): ContentRepositories {
  const { source, cache, services, images, cmsUrls, report, ownBlocks, background } = settings
  const cmsHosts = new Set(Object.values(cmsUrls).map((url) => new URL(url).host))
  const rulesOf = (service: Service): LinkRules => {
    const cmsUrl = cmsUrls[service.name] ?? cmsUrls[service.settingsOf]
    const cmsHost = cmsUrl === undefined ? undefined : new URL(cmsUrl).host
    return { service, services, images: imageRulesOf(service, images), cmsHosts, cmsHost }
  }
  const indexes =
    background &&
    createBackgroundIndexes(background, (service) => {
      const rules = rulesOf(service)
      const { load } = createLoading({ service, source, cache, revalidate: true, rules, report, ownBlocks })
      return createCrawl(service, source, load)
    })
  const changes = createKnownChanges()
  const shared = { ...settings, tables: createAdTables(source, cache, report), changes, indexes, rulesOf }
  const states = new Map<ServiceName, ServiceState>()
  const stateOf = (name: ServiceName): ServiceState => {
    const state = states.get(name) ?? {
      candidates: createCandidates(elapsed, source.under === undefined),
      patience: createPatience(),
      pace: createPace(),
      newest: { last: undefined },
    }
    states.set(name, state)
    return state
  }
  return {
    prepare: () => source.prepare(),
    expire(purge) {
      changes.note(purge)
      source.expire?.()
      cache.expire()
      for (const { candidates, newest } of states.values()) {
        newest.last = undefined
        candidates.expire()
      }
    },
    expireComments(keys) {
      source.expireComments?.()
      // Articles have the number of comments.
      changes.note({ service: '', paths: [], tags: [...keys] })
      const ids = keys.flatMap((key) => postOfKey(key) ?? [])
      for (const name of Object.keys(services)) for (const id of [...ids, '']) cache.expire(discussionKey(name, id))
    },
    changed: (purge) => indexes?.changed(purge),
    close: () => indexes?.close(),
    reader: (service, options = {}) => readService(shared, stateOf(service.name), service, options),
  }
}
