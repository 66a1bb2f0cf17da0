import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { isListPath, LIST_KINDS, publicPath } from '../../content/links.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
import { isNoindex, parseRobots } from '../../content/robots.ts'
import {
  articleKeys,
  articlesKey,
  feedsKey,
  listKey,
  listOfKey,
  postOfKey,
  serviceKey,
} from '../../content/surrogate-keys.ts'
import type { PageCache } from '../../edge/page-cache/page-cache.ts'
import type { Currency, Renew } from '../../edge/page-cache/renewal.ts'
import type { Purge } from '../../purge/purge.ts'
import { FEED_PARAMETERS, FEED_PATHS, feedPath } from '../../seo/feed-path.ts'
import { originOf } from '../../seo/head.ts'
import { type ListName, NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import { elapsed } from '../../system/clock.ts'
import type { WebSub } from './delivery.ts'
import type { IndexNow } from './indexnow.ts'

export interface AnnouncementsSettings {
  webSub?: WebSub
  indexNow?: IndexNow
  renew: Renew
  pageCache: Pick<PageCache, 'pagesOf' | 'purges'> | undefined
  reader(service: Service): Pick<ContentRepository, 'article' | 'newest'>
  signal: AbortSignal
  onError(error: unknown): void
}

/** Notifies hubs and search engines once the next request gets what has changed (PURGE-11). */
export interface Announcements {
  publish(purge: Purge, service: Service, settled: Promise<void>): void
}

const MAX_RENEWALS = 2
const PAUSES = [200, 1000, 2000, 5000, 10_000, 30_000] as const
/** A feed that lacks texts for longer counts as it is. Milliseconds. */
const INCOMPLETE_FOR = 60_000
/** After this time nobody is notified: the source is away. Milliseconds. */
const GIVING_UP = 30 * 60_000
/** More lists are an import: a hub that fetched all their feeds would keep the source busy. */
const MAX_LISTS = 20
const MAX_STORED = 200
const MAX_FEEDS = 1000
const MAX_PAGES = 10_000
/** Search engines that got an announced page wait for its withdrawal. */
const MAX_KNOWN = 10_000
const MAX_LOOKED_UP = 20
const NO_ARTICLE = /^\/(?:api|wp-json|amp|fragment|assets|icons|media|search|preview)(?:\/|$)|\.xml$/

export function createAnnouncements(settings: AnnouncementsSettings): Announcements {
  const { webSub, indexNow, renew, pageCache, reader, signal, onError } = settings
  const rendering = pLimit(MAX_RENEWALS)
  setMaxListeners(0, signal)
  const known = new LRUCache<string, true>({ max: MAX_KNOWN })

  const renewed = async (url: URL, sinceOf: () => number): Promise<Currency | undefined> => {
    const startedAt = elapsed()
    for (let tries = 0; !signal.aborted; tries++) {
      const currency = await rendering(() =>
        signal.aborted ? 'old' : renew(url.host, url.pathname + url.search, sinceOf()),
      )
      const spent = elapsed() - startedAt
      if (currency === 'whole' || currency === 'gone') return currency
      if (currency === 'incomplete' && spent > INCOMPLETE_FOR) return currency
      if (spent > GIVING_UP) break
      const pause = PAUSES[Math.min(tries, PAUSES.length - 1)]
      await wait(pause, undefined, { ref: false, signal }).catch(() => {})
    }
    if (!signal.aborted) onError(new Error(`nobody is notified of ${url.href}: it cannot be rendered`))
    return undefined
  }

  const queueOf = (max: number, notify: (href: string, notice: Notice, currency?: Currency) => unknown): Queue => {
    const wanted = new Map<string, Notice>()
    const announce = async (url: URL, first: Notice): Promise<void> => {
      const { href } = url
      const newest = (): Notice => wanted.get(href) ?? first
      try {
        for (let announced: Notice | undefined; announced !== newest() && !signal.aborted; ) {
          const currency = newest().isRendered ? await renewed(url, () => newest().since) : 'old'
          if (currency === undefined || signal.aborted) return
          announced = newest()
          await notify(href, announced, currency)
        }
      } finally {
        wanted.delete(href)
      }
    }
    return (url, notice) => {
      const earlier = wanted.get(url.href)
      if (!earlier && wanted.size >= max) return false
      const newest = { ...notice, wasRead: notice.wasRead || earlier?.wasRead === true }
      wanted.set(url.href, newest)
      if (!earlier) announce(url, newest).catch(onError)
      return true
    }
  }
  const add = (queue: Queue, service: Service, notices: Iterable<readonly [path: string, notice: Notice]>): void => {
    let left = 0
    for (const [path, notice] of notices) if (!queue(new URL(path, originOf(service)), notice)) left += 1
    if (left > 0) onError(new Error(`too many URLs of ${service.name} wait for notices: ${left} are left out`))
  }

  const feeds = queueOf(MAX_FEEDS, (href) => webSub?.publish(href))
  const pages = queueOf(MAX_PAGES, async (href, { service, wasRead }, currency) => {
    const isGone = currency === 'gone'
    const isWithdrawn = isGone || (await isHidden(href, reader(service)))
    // No search engine has such a page.
    if (isWithdrawn && !known.has(href) && !(isGone && wasRead)) return
    if (isWithdrawn) known.delete(href)
    else known.set(href, true)
    indexNow?.add(href)
  })

  const announceFeeds = async (change: Change): Promise<void> => {
    const { service, since, storedFeeds } = change
    const noticeOf = (path: string, isRendered: boolean) =>
      [path, { service, since, isRendered, wasRead: false }] as const
    add(
      feeds,
      service,
      Object.values(FEED_PATHS).map((path) => noticeOf(path, true)),
    )
    const { keys, isWide } = await listsOf(change, reader(service), signal)
    if (signal.aborted) return
    const paths = new Set([
      ...shownIn(storedFeeds, keys, isWide),
      ...announcedLists(keys).flatMap((list) => [feedPath('atom', list), feedPath('rss', list)]),
    ])
    // The next request for a feed that is not stored renders it.
    add(
      feeds,
      service,
      [...paths].map((path) => noticeOf(path, storedFeeds.has(path))),
    )
  }
  const announcePages = async (change: Change): Promise<void> => {
    const { service, since, read } = change
    const paths = await pathsOf(change, reader(service))
    if (signal.aborted) return
    add(
      pages,
      service,
      paths.map((path) => [path, { service, since, isRendered: true, wasRead: read.has(path) }] as const),
    )
  }

  return {
    publish(purge, service, settled) {
      // A page that is gone no longer says of what it was.
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

interface Notice {
  service: Service
  since: number
  /** A page that is not in the cache is rendered by the next request anyway. */
  isRendered: boolean
  wasRead: boolean
}

type Queue = (url: URL, notice: Notice) => boolean

/** Search engines hear nothing of a test installation. */
function isIndexed({ robots, timeZone, serviceUrl }: Service): boolean {
  return serviceUrl !== undefined && (robots === undefined || !isNoindex(parseRobots(robots, timeZone)))
}

async function isHidden(href: string, reader: Pick<ContentRepository, 'article'>): Promise<boolean> {
  const path = cmsPath(new URL(href).pathname)
  if (path === '/' || isListPath(path)) return false
  const article = await reader.article(path)
  return !isMissing(article) && article.isNoindex
}

interface Change {
  purge: Purge
  service: Service
  since: number
  /** Surrogate keys of the first pages of feeds, by path and query, before anybody could request them again. */
  storedFeeds: ReadonlyMap<string, ReadonlySet<string>>
  byKey: readonly string[]
  read: ReadonlySet<string>
}

/** Stores only what the notices need, because a change may wait for long. */
function changeOf(purge: Purge, service: Service, pageCache: AnnouncementsSettings['pageCache']): Change {
  const posts = postsOf(purge)
  const named = new Set(namedPaths(purge, service))
  const storedFeeds = new Map<string, ReadonlySet<string>>()
  const byKey: string[] = []
  const read = new Set<string>()
  for (const { url, status, keys } of pageCache?.pagesOf(service.name) ?? []) {
    if (status !== 200) continue
    if (FEED.test(url) && !FURTHER_PAGE.test(url)) storedFeeds.set(url, keys)
    const [first = ''] = keys
    const isNamed = named.has(url)
    // Only an article's own page has the article's key first.
    const isArticle = posts.has(first) && isPage(url) && !url.includes('?')
    if (isArticle) byKey.push(url)
    if (isNamed || isArticle) read.add(url)
  }
  return { purge, service, since: pageCache?.purges ?? 0, storedFeeds, byKey, read }
}

/** Keys of the changed articles and of their lists: those of the purge, and those of the articles at its paths. */
async function listsOf(
  { purge, service }: Change,
  reader: Pick<ContentRepository, 'article'>,
  signal: AbortSignal,
): Promise<{ keys: Set<string>; isWide: boolean }> {
  const keys = new Set(purge.tags.filter((tag) => !WIDE_KEYS.some((key) => tag === key(service.name))))
  const isArticleNamed = postsOf(purge).size > 0
  const paths = [...new Set(purge.paths.map(cmsPath))].filter((path) => path !== '/')
  let isWide = keys.has(serviceKey(service.name)) || paths.length > MAX_LOOKED_UP || keys.size + paths.length === 0
  if (namedLists(keys).length > 0 && paths.length <= MAX_LOOKED_UP) return { keys, isWide }
  for (const path of paths.slice(0, MAX_LOOKED_UP)) {
    if (signal.aborted) break
    const article = isListPath(path) ? undefined : await reader.article(path).catch(() => undefined)
    if (article !== undefined && !isMissing(article)) for (const key of articleKeys(article, service)) keys.add(key)
    else isWide ||= !isArticleNamed
  }
  return { keys, isWide }
}

function namedLists(keys: ReadonlySet<string>): ListName[] {
  // No page links a feed of the list of all.
  const newest = listKey('category', NEWEST_CATEGORY)
  return [...keys].flatMap((key) => (key === newest ? [] : (listOfKey(key) ?? [])))
}

function announcedLists(keys: ReadonlySet<string>): ListName[] {
  const lists = namedLists(keys)
  return lists.length > MAX_LISTS ? [] : lists
}

function shownIn(storedFeeds: Change['storedFeeds'], keys: ReadonlySet<string>, isWide: boolean): string[] {
  const isMeant = (url: string, shown: ReadonlySet<string>): boolean =>
    isWide || [...shown].some((key) => keys.has(key)) || url.includes(`?${FEED_PARAMETERS.path}=`)
  const paths: string[] = []
  for (const [url, shown] of storedFeeds) if (LIST_FEED.test(url) && isMeant(url, shown)) paths.push(url)
  return paths.slice(0, MAX_STORED)
}

const WIDE_KEYS = [feedsKey, articlesKey] as const
const FEED = new RegExp(`^(?:${Object.values(FEED_PATHS).join('|')})(?:\\?|$)`)
const FURTHER_PAGE = /[?&]page=/
const LIST_FEED = new RegExp(
  `^[^?]+\\?(?:${[...LIST_KINDS, 'path' as const].map((kind) => FEED_PARAMETERS[kind]).join('|')})=`,
)

const isPage = (path: string): boolean => path !== '/' && !NO_ARTICLE.test(path)
const postsOf = ({ tags }: Purge): Set<string> => new Set(tags.filter((tag) => postOfKey(tag) !== undefined))
const namedPaths = ({ paths }: Purge, service: Service): string[] =>
  paths.filter(isPage).map((path) => publicPath(cmsPath(path), service))

async function pathsOf(
  { purge, service, byKey }: Change,
  reader: Pick<ContentRepository, 'newest'>,
): Promise<string[]> {
  const named = namedPaths(purge, service)
  const posts = postsOf(purge)
  const isUnknown = posts.size > named.length + byKey.length
  const newest = isUnknown ? await reader.newest() : []
  const ofNewest = newest.flatMap(({ id, link, isPromo }) => (posts.has(`post-${id}`) && !isPromo ? [link.href] : []))
  return [...new Set([...named, ...byKey, ...ofNewest])]
}
