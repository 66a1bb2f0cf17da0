import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response, Router } from 'express'
import { ErrorLevel, SitemapIndexStream, type SitemapItemLoose, SitemapStream } from 'sitemap'
import type { ContentRepositories } from '../../cms/content-repositories.ts'
import { escapeHtml } from '../../content/html/escape.ts'
import { feedsKey, type SurrogateKey, serviceKey } from '../../content/surrogate-keys.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import {
  articleCount,
  articleItems,
  newsItems,
  separateCount,
  separateItems,
} from '../../syndication/sitemaps/articles.ts'
import { latestOf } from '../../syndication/sitemaps/dates.ts'
import {
  INDEX_PATH,
  isSitemapKind,
  MAX_SITEMAPS,
  MAX_URL_LENGTH,
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
/** Maps whose changes are remembered. */
const MAX_KNOWN = 10_000

/**
 * Sitemaps, and the robots.txt that names the sitemap index and the news sitemap (MARK-6). The index leaves out the
 * news sitemap, as crawlers would fetch and count it twice. Streamed while the content loads.
 */
export function sitemaps(reader: ContentRepositories['reader']): Router {
  const router = exactRouter()
  const termsOf = createTermIndex(elapsed)
  const changes = createMapChanges()
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
      ['pages', terms ? terms.pages.size : 1],
      ['categories', terms ? terms.categories.size : 1],
      ['tags', terms ? terms.tags.size : 1],
      ['authors', terms ? terms.authors.size : 1],
      ['series', terms ? terms.series.size : 0],
      ['lists', terms ? terms.lists.size : Math.min(types, 1)],
    ]
    const maps = counts.flatMap(([kind, count]) =>
      Array.from({ length: Math.min(MAX_SITEMAPS, Math.ceil(count / SITEMAP_SIZE)) }, (_, index) => {
        const path = sitemapPath(kind, index + 1)
        // A map that was rendered says its own date until it is rendered again: its articles may be newer.
        const lastmod = latestOf([changes.of(service, path), terms && lastChange(terms, kind, index)])
        return { url: originOf(service) + path, ...(lastmod !== undefined && { lastmod }) }
      }),
    )
    await send(
      response,
      service,
      terms ? 'sitemap' : 'sitemapWithoutTerms',
      new SitemapIndexStream({ level: ErrorLevel.SILENT }),
      maps,
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
    const path = sitemapPath(kind, number)
    await sendUrls(response, service, 'sitemap', changes.noted(service, path, items), number === 1)
  })
  return router
}

function* termItems(
  terms: Awaited<ReturnType<ReturnType<typeof createTermIndex>>>,
  kind: TermKind,
  service: Service,
  page: number,
): Generator<SitemapItemLoose, void> {
  for (const [path, lastmod] of ofMap(terms[kind], page - 1)) {
    yield { url: new URL(path, originOf(service)).href, ...(lastmod && { lastmodISO: lastmod }) }
  }
}

/** The entries of one map. @param index from 0 */
function ofMap<Entry>(entries: Iterable<Entry>, index: number): Entry[] {
  return [...entries].slice(index * SITEMAP_SIZE, (index + 1) * SITEMAP_SIZE)
}

/** @param mayBeEmpty true for the first sitemap of a kind; an empty further one is a 404 */
async function sendUrls(
  response: Response,
  service: Service,
  kind: CachedKind,
  all: AsyncIterable<SitemapItemLoose> | Iterable<SitemapItemLoose>,
  mayBeEmpty = true,
): Promise<void> {
  const items = valid(all)
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
  cacheAs(response, kind, keysOf(service))
  response.type(XML).send(emptyMap(service))
}

/** Leaves out pages whose URL no map may have (MAP-2). */
async function* valid(
  items: AsyncIterable<SitemapItemLoose> | Iterable<SitemapItemLoose>,
): AsyncGenerator<SitemapItemLoose, void> {
  for await (const item of items) if (item.url.length <= MAX_URL_LENGTH) yield item
}

/** A map has at least one URL (sitemaps.org, schema): that of the home page, where there is no other. */
function emptyMap(service: Service): string {
  const home = `<url><loc>${escapeHtml(`${originOf(service)}/`)}</loc></url>`
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${home}</urlset>`
}

/** Maps change with every article. */
function keysOf({ name }: Service): SurrogateKey[] {
  return [feedsKey(name), serviceKey(name)]
}

/** When a map of the index last changed, before it was rendered. @param index from 0 */
function lastChange(terms: Terms, kind: SitemapKind, index: number): string | undefined {
  if (kind === 'articles') return terms.dates.articles[index]
  if (kind === 'types') return terms.dates.types
  // A list changes with its newest article.
  return latestOf(ofMap(terms[kind], index).map(([, date]) => date)) ?? terms.dates.articles[0]
}

/** The latest change in each map that was rendered. */
function createMapChanges() {
  const known = new Map<string, string>()
  const keyOf = ({ name }: Service, path: string): string => `${name} ${path}`
  return {
    of: (service: Service, path: string): string | undefined => known.get(keyOf(service, path)),
    /** Passes items on, and notes the latest of them at the end. */
    async *noted(
      service: Service,
      path: string,
      items: AsyncIterable<SitemapItemLoose> | Iterable<SitemapItemLoose>,
    ): AsyncGenerator<SitemapItemLoose, void> {
      let latest: string | undefined
      for await (const item of items) {
        latest = latestOf([latest, item.lastmodISO])
        yield item
      }
      if (latest === undefined) return
      if (known.size === MAX_KNOWN) known.clear()
      known.set(keyOf(service, path), latest)
    },
  }
}

async function* itemsFrom(
  first: SitemapItemLoose,
  rest: AsyncIterator<SitemapItemLoose, void>,
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
  cacheAs(response, kind, keysOf(service))
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
