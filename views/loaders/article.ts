import { redirect } from 'react-router-dom'
import type { Article } from '../../src/content/article.ts'
import type { Card } from '../../src/content/card.ts'
import { commentsPageIn, commentsPath } from '../../src/content/comment.ts'
import { cardsOf, furtherKeys } from '../../src/content/further-list.ts'
import { ampPath, encodedKey, publicPath } from '../../src/content/links.ts'
import { liveIn, livePageIn, livePath } from '../../src/content/live.ts'
import { DEFAULT_MOST_READ, LEAST_MOST_READ } from '../../src/content/most-read.ts'
import { AMP_PARAMETER, cmsPath } from '../../src/content/public-paths.ts'
import { type ReadingOrder, readingOrder } from '../../src/content/reading-order.ts'
import { type ContentRepository, isMissing, NEXT_ARTICLES } from '../../src/content/repository.ts'
import { meantPath } from '../../src/content/shared-link.ts'
import { articleHead, liveHead } from '../../src/seo/article-head.ts'
import { articleGraph } from '../../src/seo/structured-data/graph.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import type { Portal } from '../context.ts'
import type { LoaderArgs, PageDataOf } from '../page-data.ts'
import { loadArchive } from './archive.ts'
import { notFound, redirectUnlessCanonical } from './missing.ts'
import { mostRead } from './most-read.ts'

/** Cards. */
const BELOW_ARTICLE = 3

/** The path may be an article's or a list's (PAGE-3). */
export async function articleLoader({ portal, url }: LoaderArgs): Promise<PageDataOf<'archive' | 'article'>> {
  const { service } = portal
  const reader = portal.reader(service)
  const { path: articlePath, page } = commentsPageIn(url.pathname)
  const { path, page: livePage } = page > 1 ? { path: articlePath, page: 1 } : livePageIn(articlePath)
  const article = await reader.article(cmsPath(path))
  if (isMissing(article) && article.movedTo !== undefined)
    redirectUnlessCanonical(url, publicPath(article.movedTo, service))
  if (isMissing(article) && article.list !== undefined) {
    const page = /\/page\/([^/]+)\/?$/.exec(url.pathname)?.[1]
    return loadArchive('path', { portal, params: { slug: article.list, page }, url })
  }
  if (isMissing(article)) {
    const meant = meantPath(cmsPath(path))
    const shared = meant === undefined ? article : await reader.article(cmsPath(meant))
    if (!isMissing(shared)) redirectUnlessCanonical(url, shared.path)
    throw await notFound(portal, article, url)
  }
  // Saves a second redirect.
  if (url.searchParams.has(AMP_PARAMETER) && service.hasAmp) throw redirect(ampPath(article.path), 301)
  redirectUnlessCanonical(url, livePage > 1 ? livePath(article.path, livePage) : commentsPath(article.path, page))
  if (livePage > (liveIn(article.body)?.pages.length ?? 1)) throw await notFound(portal, { missing: true }, url)
  const isAlone = service.articleLayout === 'single' || article.isPage
  const without = cmsPath(article.path)
  const [order, comments, popular] = await Promise.all([
    orderFor(article, portal),
    reader.comments(article, page),
    isAlone ? [] : mostRead(portal, service, { ...DEFAULT_MOST_READ, count: 2 * BELOW_ARTICLE, without }),
  ])
  if (page > 1 && (comments === 'none' || (comments && page > comments.lastPage))) {
    throw await notFound(portal, { missing: true }, url)
  }
  const head = livePage > 1 ? liveHead(article, service, livePage) : articleHead(article, service)
  const jsonLd = articleGraph(article, service, comments)
  return {
    page: 'article',
    service,
    article,
    order,
    comments,
    livePage,
    mostRead: apartFrom(popular, order),
    head,
    jsonLd,
  }
}

/** A preview's path is not the article's. */
export async function previewLoader({ portal, url }: LoaderArgs): Promise<PageDataOf<'article'>> {
  const { service, preview } = portal
  if (!preview) throw await notFound(portal, { missing: true }, url)
  const { article } = preview
  const order = await orderFor(article, portal)
  const head = articleHead(article, service)
  const comments = 'none'
  const jsonLd = articleGraph(article, service, comments)
  return { page: 'article', service, article, order, comments, livePage: 1, mostRead: [], head, jsonLd }
}

async function orderFor(article: Article, portal: Portal): Promise<ReadingOrder> {
  const { service } = portal
  return article.isPage ? { related: [] } : orderOf(article, portal.reader(service), service.articleLayout === 'single')
}

async function orderOf(article: Article, reader: ContentRepository, isAlone: boolean): Promise<ReadingOrder> {
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
  return orders(article, [newest, known, keys.join(' '), isAlone, ...list], () =>
    readingOrder(article, { list, keys, newest, known, isAlone }),
  )
}

function apartFrom(popular: Card[], { earlier, later, related }: ReadingOrder): Card[] {
  const named = new Set([earlier, later, ...related].map((one) => one?.link.href))
  const others = popular.filter(({ link }) => !named.has(link.href))
  return others.length < LEAST_MOST_READ ? [] : others.slice(0, BELOW_ARTICLE)
}

function firstOf(keys: readonly string[]): readonly string[] {
  return keys.slice(0, NEXT_ARTICLES)
}

const orders = memoizeByIdentity<Article, ReadingOrder>()
