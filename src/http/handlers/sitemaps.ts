import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response, Router } from 'express'
import { ErrorLevel, SitemapIndexStream, type SitemapItemLoose, SitemapStream } from 'sitemap'
import type { ContentRepositories } from '../../cms/content-repositories.ts'
import { serviceKey } from '../../content/surrogate-keys.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import {
  articleCount,
  articleItems,
  newsItems,
  separateCount,
  separateItems,
} from '../../syndication/sitemaps/articles.ts'
import {
  INDEX_PATH,
  isSitemapKind,
  MAX_SITEMAPS,
  NEWS_PATH,
  SITEMAP_SIZE,
  type SitemapKind,
  sitemapPath,
  type TermKind,
} from '../../syndication/sitemaps/paths.ts'
import { createTermIndex, type Terms } from '../../syndication/sitemaps/terms.ts'
import { elapsed } from '../../system/clock.ts'
import { inTime } from '../../system/deadline.ts'
import { type CachedKind, cacheAs } from '../caching.ts'
import { exactRouter } from '../exact-router.ts'
import { contextOf } from '../request-context.ts'

const XML = 'application/xml; charset=utf-8'
/**
 * How long the index waits for the terms of a large CMS, which takes many calls to read. Until they are known it names
 * the first map of each kind (MAP-8). Milliseconds.
 */
const TERMS_WAIT = 100

/**
 * Sitemaps, and the robots.txt that names the sitemap index and the news sitemap (MARK-6). The index leaves out the
 * news sitemap, as crawlers would fetch and count it twice. Streamed while the content loads.
 */
export function sitemaps(reader: ContentRepositories['reader']): Router {
  const router = exactRouter()
  const termsOf = createTermIndex(elapsed)
  const contentOf = (request: Request) => {
    const { service, content } = contextOf(request)
    return { service, content: reader(service, content) }
  }

  router.get('/robots.txt', (request, response) => {
    const { service } = contentOf(request)
    cacheAs(response, 'robots', [serviceKey(service.name)])
    response.type('text').send(robots(service))
  })

  router.get(INDEX_PATH, async (request, response) => {
    const { service, content } = contentOf(request)
    const [articles, types, terms] = await Promise.all([
      articleCount(content),
      separateCount(content),
      inTime<Terms | undefined>(termsOf(content, service), TERMS_WAIT, undefined),
    ])
    const counts: Array<[SitemapKind, number]> = [
      ['articles', articles],
      ['types', types],
      ['categories', terms ? terms.categories.size : 1],
      ['tags', terms ? terms.tags.size : 1],
      ['authors', terms ? terms.authors.size : 1],
      ['lists', terms ? terms.lists.size : Math.min(types, 1)],
    ]
    const urls = counts.flatMap(([kind, count]) =>
      Array.from({ length: Math.min(MAX_SITEMAPS, Math.ceil(count / SITEMAP_SIZE)) }, (_, index) =>
        sitemapPath(kind, index + 1),
      ),
    )
    await send(
      response,
      service,
      terms ? 'sitemap' : 'sitemapWithoutTerms',
      new SitemapIndexStream({ level: ErrorLevel.SILENT }),
      urls.map((path) => ({ url: originOf(service) + path })),
    )
  })

  router.get(NEWS_PATH, async (request, response) => {
    const { service, content } = contentOf(request)
    await sendUrls(response, service, 'newsSitemap', newsItems(content, service, Date.now()))
  })

  router.get('/sitemap-:kind-:page.xml', async (request, response, next) => {
    const { kind, page } = request.params
    if (!isSitemapKind(kind) || !/^[1-9]\d{0,4}$/.test(page)) return next()
    const number = Number(page)
    if (number > MAX_SITEMAPS) return next()
    const { service, content } = contentOf(request)
    const items =
      kind === 'articles'
        ? articleItems(content, service, number)
        : kind === 'types'
          ? separateItems(content, service, number)
          : termItems(await termsOf(content, service), kind, service, number)
    await sendUrls(response, service, 'sitemap', items, number === 1)
  })
  return router
}

function* termItems(
  terms: Awaited<ReturnType<ReturnType<typeof createTermIndex>>>,
  kind: TermKind,
  service: Service,
  page: number,
): Generator<SitemapItemLoose, void> {
  const from = (page - 1) * SITEMAP_SIZE
  for (const [path, lastmod] of [...terms[kind]].slice(from, from + SITEMAP_SIZE)) {
    yield { url: new URL(path, originOf(service)).href, ...(lastmod && { lastmodISO: lastmod }) }
  }
}

/** @param mayBeEmpty true for the first sitemap of a kind; an empty further one is a 404 */
async function sendUrls(
  response: Response,
  service: Service,
  kind: CachedKind,
  items: AsyncIterator<SitemapItemLoose, void> | Iterator<SitemapItemLoose, void>,
  mayBeEmpty = true,
): Promise<void> {
  // Loaded before anything is sent: a failing source gives an error response, not half a sitemap.
  const first = await items.next()
  if (!first.done) {
    const stream = new SitemapStream({
      level: ErrorLevel.SILENT,
      xmlns: { news: true, image: true, xhtml: false, video: false },
    })
    return send(response, service, kind, stream, itemsFrom(first.value, items))
  }
  if (!mayBeEmpty) {
    cacheAs(response, 'missing')
    response.status(404).type('text').send('404')
    return
  }
  cacheAs(response, kind, [serviceKey(service.name)])
  response.type(XML).send(EMPTY)
}

/** The library cannot write a sitemap without URLs. */
const EMPTY =
  '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'

async function* itemsFrom(
  first: SitemapItemLoose,
  rest: AsyncIterator<SitemapItemLoose, void> | Iterator<SitemapItemLoose, void>,
): AsyncGenerator<SitemapItemLoose, void> {
  for (let item: SitemapItemLoose | undefined = first; item; ) {
    yield item
    const next: IteratorResult<SitemapItemLoose, void> = await rest.next()
    item = next.done ? undefined : next.value
  }
}

async function send(
  response: Response,
  service: Service,
  kind: CachedKind,
  stream: SitemapStream | SitemapIndexStream,
  items: Iterable<unknown> | AsyncIterable<unknown>,
): Promise<void> {
  cacheAs(response, kind, [serviceKey(service.name)])
  response.type(XML)
  await pipeline(Readable.from(items), stream, response)
}

/** Feeds are public, the other interfaces serve the pages; search pages carry `noindex` themselves. */
function robots(service: Service): string {
  const origin = originOf(service)
  return `User-agent: *
Allow: /api/feed/
Allow: /api/oembed
Disallow: /api/
Disallow: /newsletter/
Disallow: /fragment/

Sitemap: ${origin}${INDEX_PATH}
Sitemap: ${origin}${NEWS_PATH}
`
}
