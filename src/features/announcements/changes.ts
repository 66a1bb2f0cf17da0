import { isListPath, LIST_KINDS, publicPath } from '../../content/links.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
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
import type { Purge } from '../../purge/purge.ts'
import { FEED_PARAMETERS, FEED_PATHS, feedPath } from '../../seo/feed-path.ts'
import { type ListName, NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'

/** More lists are an import, whose feeds would keep the source busy. */
const MAX_LISTS = 20
const MAX_STORED = 200
const MAX_LOOKED_UP = 20
const NO_ARTICLE = /^\/(?:api|wp-json|amp|fragment|assets|icons|media|search|preview)(?:\/|$)|\.xml$/
const WIDE_KEYS = [feedsKey, articlesKey] as const
const FEED = new RegExp(`^(?:${Object.values(FEED_PATHS).join('|')})(?:\\?|$)`)
const FURTHER_PAGE = /[?&]page=/
const LIST_FEED = new RegExp(
  `^[^?]+\\?(?:${[...LIST_KINDS, 'path' as const].map((kind) => FEED_PARAMETERS[kind]).join('|')})=`,
)

export interface Change {
  purge: Purge
  service: Service
  since: number
  storedFeeds: ReadonlyMap<string, Iterable<string>>
  byKey: readonly string[]
  read: ReadonlySet<string>
}

/** A change may wait for long: it stores only what notices need. */
export function changeOf(
  purge: Purge,
  service: Service,
  pageCache: Pick<PageCache, 'pagesOf' | 'purges'> | undefined,
): Change {
  const posts = postsOf(purge)
  const named = new Set(namedPaths(purge, service))
  const storedFeeds = new Map<string, Iterable<string>>()
  const byKey: string[] = []
  const read = new Set<string>()
  for (const { url, status, keys } of pageCache?.pagesOf(service.name) ?? []) {
    if (status !== 200) continue
    if (FEED.test(url) && !FURTHER_PAGE.test(url)) storedFeeds.set(url, keys)
    const isNamed = named.has(url)
    // Only an article's own page has the article's key first.
    const isArticle = posts.has(keys.first) && isPage(url) && !url.includes('?')
    if (isArticle) byKey.push(url)
    if (isNamed || isArticle) read.add(url)
  }
  return { purge, service, since: pageCache?.purges ?? 0, storedFeeds, byKey, read }
}

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

/** Paths of the feeds that may show the change. */
export async function listFeedsOf(
  change: Change,
  reader: Pick<ContentRepository, 'article'>,
  signal: AbortSignal,
): Promise<Set<string>> {
  const { keys, isWide } = await listsOf(change, reader, signal)
  return new Set([
    ...shownIn(change.storedFeeds, keys, isWide),
    ...announcedLists(keys).flatMap((list) => [feedPath('atom', list), feedPath('rss', list)]),
  ])
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
  const isMeant = (url: string, shown: Iterable<string>): boolean =>
    isWide || [...shown].some((key) => keys.has(key)) || url.includes(`?${FEED_PARAMETERS.path}=`)
  const paths: string[] = []
  for (const [url, shown] of storedFeeds) if (LIST_FEED.test(url) && isMeant(url, shown)) paths.push(url)
  return paths.slice(0, MAX_STORED)
}

const isPage = (path: string): boolean => path !== '/' && !NO_ARTICLE.test(path)
const postsOf = ({ tags }: Purge): Set<string> => new Set(tags.filter((tag) => postOfKey(tag) !== undefined))
const namedPaths = ({ paths }: Purge, service: Service): string[] =>
  paths.filter(isPage).map((path) => publicPath(cmsPath(path), service))

export async function pathsOf(
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
