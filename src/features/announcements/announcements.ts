import { setMaxListeners } from 'node:events'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { isListPath } from '../../content/links.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
import { isNoindex, parseRobots } from '../../content/robots.ts'
import type { PageCache } from '../../edge/page-cache/page-cache.ts'
import type { Renew } from '../../edge/page-cache/renewal.ts'
import type { Purge } from '../../purge/purge.ts'
import { FEED_PATHS } from '../../seo/feed-path.ts'
import type { Service } from '../../services/service.ts'
import { type Change, changeOf, listFeedsOf, pathsOf } from './changes.ts'
import type { WebSub } from './delivery.ts'
import type { IndexNow } from './indexnow.ts'
import { createNoticeQueue, type Notice } from './notice-queue.ts'

export interface AnnouncementsSettings {
  webSub?: WebSub
  indexNow?: IndexNow
  renew: Renew
  pageCache: Pick<PageCache, 'pagesOf' | 'purges'> | undefined
  reader(service: Service): Pick<ContentRepository, 'article' | 'newest'>
  signal: AbortSignal
  onError(error: unknown): void
}

/** Notifies hubs and search engines once the next request gets the change (PURGE-11). */
export interface Announcements {
  publish(purge: Purge, service: Service, settled: Promise<void>): void
}

const MAX_RENEWALS = 2
const MAX_FEEDS = 1000
const MAX_PAGES = 10_000
/** Search engines that got an announced page wait for its withdrawal. */
const MAX_KNOWN = 10_000

export function createAnnouncements(settings: AnnouncementsSettings): Announcements {
  const { webSub, indexNow, renew, pageCache, reader, signal, onError } = settings
  setMaxListeners(0, signal)
  const known = new LRUCache<string, true>({ max: MAX_KNOWN })
  const shared = { renew, rendering: pLimit(MAX_RENEWALS), signal, onError }

  const feeds = createNoticeQueue({ ...shared, max: MAX_FEEDS, notify: (href) => webSub?.publish(href) })
  const pages = createNoticeQueue({
    ...shared,
    max: MAX_PAGES,
    async notify(href, { service, wasRead }, currency) {
      const isGone = currency === 'gone'
      const isWithdrawn = isGone || (await isHidden(href, reader(service)))
      if (isWithdrawn && !known.has(href) && !(isGone && wasRead)) return
      if (isWithdrawn) known.delete(href)
      else known.set(href, true)
      indexNow?.add(href)
    },
  })

  const announceFeeds = async (change: Change): Promise<void> => {
    const { service, since, storedFeeds } = change
    const noticeOf = (path: string, isRendered: boolean): [string, Notice] => [
      path,
      { service, since, isRendered, wasRead: false },
    ]
    const own = Object.values(FEED_PATHS).map((path) => noticeOf(path, true))
    feeds.add(service, own)
    const paths = await listFeedsOf(change, reader(service), signal)
    if (signal.aborted) return
    const ofLists = [...paths].map((path) => noticeOf(path, storedFeeds.has(path)))
    feeds.add(service, ofLists)
  }
  const announcePages = async (change: Change): Promise<void> => {
    const { service, since, read } = change
    const paths = await pathsOf(change, reader(service))
    if (signal.aborted) return
    const notices = paths.map((path) => [path, { service, since, isRendered: true, wasRead: read.has(path) }] as const)
    pages.add(service, notices)
  }

  return {
    publish(purge, service, settled) {
      const change = changeOf(purge, service, pageCache)
      const run = async (): Promise<void> => {
        await settled
        if (signal.aborted) return
        await Promise.all([webSub && announceFeeds(change), indexNow && isIndexed(service) && announcePages(change)])
      }
      run().catch(onError)
    },
  }
}

/** A test installation has no URL, or is not indexed. */
function isIndexed({ robots, timeZone, serviceUrl }: Service): boolean {
  return serviceUrl !== undefined && (robots === undefined || !isNoindex(parseRobots(robots, timeZone)))
}

async function isHidden(href: string, reader: Pick<ContentRepository, 'article'>): Promise<boolean> {
  const path = cmsPath(new URL(href).pathname)
  if (path === '/' || isListPath(path)) return false
  const article = await reader.article(path)
  return !isMissing(article) && article.isNoindex
}
