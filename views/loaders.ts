import { data, type LoaderFunctionArgs, redirect } from 'react-router-dom'
import type { Archive } from '../src/content/archive.ts'
import type { Article } from '../src/content/article.ts'
import { commentsPageIn, commentsPath } from '../src/content/comment.ts'
import { cardsOf, furtherKeys } from '../src/content/further-list.ts'
import type { Page } from '../src/content/home-block.ts'
import {
  ampPath,
  CMS_FOLDERS,
  encodedKey,
  LIST_KINDS,
  listPagePath,
  listPath,
  publicPath,
  slugOfList,
} from '../src/content/links.ts'
import { liveIn, livePageIn, livePath } from '../src/content/live.ts'
import { DEFAULT_MOST_READ } from '../src/content/most-read.ts'
import { AMP_PARAMETER, cmsPath } from '../src/content/public-paths.ts'
import { type ReadingOrder, readingOrder } from '../src/content/reading-order.ts'
import {
  type ContentRepository,
  isMissing,
  type Missing,
  NEXT_ARTICLES,
  type SearchResults,
} from '../src/content/repository.ts'
import { searchFilters } from '../src/content/search-filters.ts'
import { isRefusedQuery, MAX_SEARCH_PAGE, searchQuery } from '../src/content/search-query.ts'
import { meantPath } from '../src/content/shared-link.ts'
import { wordPressQueryTarget } from '../src/content/wordpress-paths.ts'
import { archiveHead } from '../src/seo/archive-head.ts'
import { articleHead, liveHead } from '../src/seo/article-head.ts'
import { feedPath } from '../src/seo/feed-path.ts'
import { buildHead, type HeadModel } from '../src/seo/head.ts'
import { archiveGraph, articleGraph, homeGraph } from '../src/seo/structured-data/graph.ts'
import type { ListKind } from '../src/services/list-kind.ts'
import { existingService, hasUrl, sistersOf } from '../src/services/registry.ts'
import type { Service, ServiceName } from '../src/services/service.ts'
import { memoizeByIdentity } from '../src/system/memoize.ts'
import type { Portal } from './context.ts'
import { mostRead, withMostRead } from './most-read.ts'
import type { NotFoundData, PageData, PageDataOf } from './page-data.ts'
import { redirectTarget } from './redirect-target.ts'

/** Number of cards. */
const BELOW_ARTICLE = 3
/** Number of newest articles for a search without results. */
const OFFERED_CARDS = 4
const NOTHING_FOUND: SearchResults = { cards: [], hasMore: false, missing: [] }

type Loaded<P extends PageData['page']> = Promise<PageDataOf<P>>

export async function homeLoader({ context, request }: LoaderFunctionArgs<Portal>): Loaded<'home'> {
  await leadOn(context, new URL(request.url).searchParams)
  return loadHome(context, context.service)
}

/** SRC-23. */
async function leadOn(portal: Portal, query: URLSearchParams): Promise<void> {
  const { service } = portal
  const target = query.size > 0 ? wordPressQueryTarget(query, service) : undefined
  switch (target?.to) {
    case undefined:
      return
    case 'path':
      throw redirect(target.path, 301)
    case 'feed':
      throw redirect(feedPath(target.format), 301)
    case 'lookup': {
      const missing = await portal.reader(service).shortLink(target.query)
      if (missing?.movedTo !== undefined) throw redirect(publicPath(missing.movedTo, service), 301)
      // Without a WordPress behind, the parameter means nothing.
      if (missing) throw await notFound(portal, missing)
    }
  }
}

/** Rendered on its own host, a redirect elsewhere (PAGE-2). */
export function sisterHomeLoader(name: ServiceName, path: string) {
  return async ({ context, request }: LoaderFunctionArgs<Portal>): Loaded<'home'> => {
    const sister = existingService(context.services, name)
    if (hasUrl(sister) && hostOf(sister) !== hostOf(context.service)) {
      throw redirect(`${sister.serviceUrl}/`, 301)
    }
    redirectUnlessCanonical(new URL(request.url), path)
    return loadHome(context, sister)
  }
}

async function loadHome(portal: Portal, service: Service): Loaded<'home'> {
  const home = await portal.reader(service).home()
  if (isMissing(home)) throw await notFound(portal, home)
  const about = homes(home, [service], () => {
    const head = buildHead({ service, path: '/', seo: home.seo })
    return { head, jsonLd: homeGraph(home, head, service) }
  })
  return { page: 'home', service, home: await withMostRead(home, portal, service), ...about }
}

/** Once per revision (docs/decisions/028). */
const homes = memoizeByIdentity<Page, { head: HeadModel; jsonLd: object }>()
const archives = memoizeByIdentity<Archive, { head: HeadModel; jsonLd: object }>()
const headsOfMissing = memoizeByIdentity<Service, HeadModel>()

/** PAGE-3. */
export async function articleLoader({
  context: portal,
  request,
}: LoaderFunctionArgs<Portal>): Promise<PageDataOf<'archive' | 'article'>> {
  const { service } = portal
  const url = new URL(request.url)
  const reader = portal.reader(service)
  const { path: articlePath, page } = commentsPageIn(url.pathname)
  const { path, page: livePage } = page > 1 ? { path: articlePath, page: 1 } : livePageIn(articlePath)
  const article = await reader.article(cmsPath(path))
  if (isMissing(article) && article.movedTo !== undefined)
    redirectUnlessCanonical(url, publicPath(article.movedTo, service))
  // SRC-30.
  if (isMissing(article) && article.list !== undefined) {
    const page = /\/page\/([^/]+)\/?$/.exec(url.pathname)?.[1]
    return loadArchive('path', { context: portal, params: { slug: article.list, page }, request })
  }
  if (isMissing(article)) {
    const meant = meantPath(cmsPath(path))
    const shared = meant === undefined ? article : await reader.article(cmsPath(meant))
    if (!isMissing(shared)) redirectUnlessCanonical(url, shared.path)
    throw await notFound(portal, article, request)
  }
  // Another form of the URL is one redirect too.
  if (url.searchParams.has(AMP_PARAMETER) && service.hasAmp) throw redirect(ampPath(article.path), 301)
  redirectUnlessCanonical(url, livePage > 1 ? livePath(article.path, livePage) : commentsPath(article.path, page))
  if (livePage > (liveIn(article.body)?.pages.length ?? 1)) throw await notFound(portal, { missing: true }, request)
  const isAlone = service.articleLayout === 'single'
  const without = cmsPath(article.path)
  const [order, comments, popular] = await Promise.all([
    isAlone ? { related: [] } : orderOf(article, reader),
    reader.comments(article, page),
    isAlone || article.isPage ? [] : mostRead(portal, service, { ...DEFAULT_MOST_READ, count: BELOW_ARTICLE, without }),
  ])
  if (page > 1 && (comments === 'none' || (comments && page > comments.lastPage))) {
    throw await notFound(portal, { missing: true }, request)
  }
  const head = livePage > 1 ? liveHead(article, service, livePage) : articleHead(article, service)
  const jsonLd = articleGraph(article, service, comments)
  return { page: 'article', service, article, order, comments, livePage, mostRead: popular, head, jsonLd }
}

/** The path of a preview is not that of an article. */
export async function previewLoader({ context: portal, request }: LoaderFunctionArgs<Portal>): Loaded<'article'> {
  const { service, preview } = portal
  if (!preview) throw await notFound(portal, { missing: true }, request)
  const { article } = preview
  const order = service.articleLayout === 'single' ? { related: [] } : await orderOf(article, portal.reader(service))
  const head = articleHead(article, service)
  const comments = 'none'
  const jsonLd = articleGraph(article, service, comments)
  return { page: 'article', service, article, order, comments, livePage: 1, mostRead: [], head, jsonLd }
}

async function orderOf(article: Article, reader: ContentRepository): Promise<ReadingOrder> {
  const hasOwnList = article.nextPaths.length > 0
  const ownFirst = firstOf(furtherKeys(article))
  const [ownCards, newest, lists] = await Promise.all([
    reader.cards(ownFirst.map(encodedKey)),
    reader.newest(),
    hasOwnList ? undefined : reader.scrollPosts(),
  ])
  const keys = furtherKeys(article, lists)
  const list = hasOwnList ? ownCards : await cardsOf(firstOf(keys), newest, reader.cards)
  const known = reader.known()
  return orders(article, [newest, known, keys.join(' '), ...list], () =>
    readingOrder(article, { list, keys, newest, known }),
  )
}

function firstOf(keys: readonly string[]): readonly string[] {
  return keys.slice(0, NEXT_ARTICLES)
}

const orders = memoizeByIdentity<Article, ReadingOrder>()

/** @param folder first part of the path, which may be an article's in this service */
export function listLoader(folder: string) {
  return async (args: LoaderFunctionArgs<Portal>): Promise<PageDataOf<'archive' | 'article'>> => {
    const { paths } = args.context.service
    // The CMS' form leads to the service's own (LANG-6).
    const kind = [paths, CMS_FOLDERS].flatMap((folders) => LIST_KINDS.filter((one) => folders[one] === folder))[0]
    if (kind === 'series' && !(await isSeries(args))) return articleLoader(args)
    return kind === undefined ? articleLoader(args) : loadArchive(kind, args)
  }
}

/** The path of a series that does not exist may be an article's (SERIES-3). */
async function isSeries({ context: portal, params }: LoaderFunctionArgs<Portal>): Promise<boolean> {
  return !isMissing(await portal.reader(portal.service).archive('series', params.slug ?? '', 0))
}

/** PAGE-7. */
async function loadArchive(
  kind: ListKind,
  { context: portal, params, request }: Pick<LoaderFunctionArgs<Portal>, 'context' | 'params' | 'request'>,
): Loaded<'archive'> {
  const { service } = portal
  const url = new URL(request.url)
  const slug = slugOfList(kind, params.slug ?? '', service)
  const basePath = listPath(kind, slug, service)
  const pageNumber = pageNumberOf(params.page)
  if (pageNumber === undefined) throw await notFound(portal, { missing: true }, request)
  if (params.page !== undefined && pageNumber <= 1) throw redirect(basePath + url.search, 301)
  const archive = await portal.reader(service).archive(kind, slug, pageNumber <= 1 ? 0 : pageNumber)
  if (isMissing(archive)) throw await notFound(portal, archive, request)
  if (pageNumber > archive.maxPage) throw await notFound(portal, { missing: true }, request)
  const path = listPagePath(basePath, pageNumber)
  redirectUnlessCanonical(url, path)
  const about = archives(archive, [service, basePath, pageNumber], () => {
    const head = archiveHead(archive, { service, kind, slug, basePath, pageNumber })
    return { head, jsonLd: archiveGraph(archive, head, service) }
  })
  const filled = await withMostRead(archive, portal, service)
  return { page: 'archive', service, archive: filled, basePath, pageNumber, ...about }
}

function pageNumberOf(written: string | undefined): number | undefined {
  if (written === undefined) return 1
  return /^\d{1,6}$/.test(written) ? Number(written) : undefined
}

/** An empty query shows only the form; "." and ".." are rejected (SEARCH-10). */
export async function searchLoader({ context: portal, request }: LoaderFunctionArgs<Portal>): Loaded<'search'> {
  const { service } = portal
  const url = new URL(request.url)
  redirectUnlessCanonical(url, '/search')
  const query = searchQuery(url.searchParams.get('s'))
  const pageNumber = Math.min(
    Math.max(pageNumberOf(url.searchParams.get('page') ?? undefined) ?? 1, 1),
    MAX_SEARCH_PAGE,
  )
  const isRefused = isRefusedQuery(query)
  const reader = portal.reader(service)
  const asksNothing = query === '' || isRefused
  const { filtersSearch } = reader
  const filters = filtersSearch ? searchFilters(url.searchParams) : {}
  const results = asksNothing ? NOTHING_FOUND : await reader.search(query, pageNumber, filters)
  const { cards } = results
  // Counting may build other indexes, so the own results come first.
  const others = asksNothing || pageNumber > 1 ? [] : await countsElsewhere(portal, query)
  const elsewhere = others.flatMap(({ count, ...other }) =>
    typeof count === 'number' && count > 0 ? { ...other, count } : [],
  )
  const isIncomplete = results.isIncomplete === true || others.some(({ count }) => count === 'late')
  const newest = asksNothing || cards.length > 0 ? [] : (await reader.newest()).slice(0, OFFERED_CARDS)
  const { search } = service.messages
  const title = query === '' ? search.title : search.heading({ query })
  const path = query === '' ? '/search' : `/search?s=${encodeURIComponent(query)}`
  const head = buildHead({ service, path, title, isNoindex: true })
  return {
    ...{ page: 'search', service, head, query, filters, filtersSearch },
    ...{ ...results, elsewhere, newest, pageNumber, isRefused },
    ...(isIncomplete && { isIncomplete }),
  }
}

/** SEARCH-30. */
async function countsElsewhere({ service, services, reader }: Portal, query: string) {
  const others = sistersOf(service, services)
    .filter(hasUrl)
    .filter((other) => hostOf(other) !== hostOf(service))
  return Promise.all(
    others.map(async (other) => ({
      title: other.title,
      link: `${other.serviceUrl}/search?s=${encodeURIComponent(query)}`,
      count: await reader(other).countFound(query),
    })),
  )
}

/** PAGE-5. */
function redirectUnlessCanonical(url: URL, canonicalPath: string): void {
  if (comparable(url.pathname) !== comparable(canonicalPath)) throw redirect(canonicalPath + url.search, 301)
}

/** An escaped letter is a different URL, but the case of escapes does not matter. */
function comparable(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
}

/** PAGE-20, PAGE-22. */
async function notFound(portal: Portal, { redirectLink }: Missing, request?: Request) {
  const { service, services } = portal
  const currentPath = request ? new URL(request.url).pathname : '/'
  const head = headsOfMissing(service, [], () =>
    buildHead({ service, path: '/', title: service.messages.notFound.title, isNoindex: true }),
  )
  const redirectTo = redirectTarget(redirectLink, { path: currentPath, service, services })
  const popular = await mostRead(portal, service, DEFAULT_MOST_READ)
  const body: NotFoundData = { head, mostRead: popular, ...(redirectTo && { redirectTo }) }
  return data(body, { status: 404 })
}

function hostOf(service: Service): string | undefined {
  return hasUrl(service) ? new URL(service.serviceUrl).host : undefined
}
