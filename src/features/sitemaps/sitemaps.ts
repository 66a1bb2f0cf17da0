import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Express, Request, Response, Router } from 'express'
import { ErrorLevel, SitemapIndexStream, type SitemapItemLoose, SitemapStream } from 'sitemap'
import type { ContentRepository } from '../../content/repository.ts'
import { feedsKey, monthKey, monthsKey, type SurrogateKey, serviceKey } from '../../content/surrogate-keys.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { exactRouter } from '../../http/exact-router.ts'
import { contextOf } from '../../http/request-context.ts'
import { originOf } from '../../seo/head.ts'
import type { ListMonth } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import type { Caching } from '../../system/cache-policy.ts'
import { elapsed } from '../../system/clock.ts'
import { inTime } from '../../system/deadline.ts'
import { escapeHtml } from '../../system/escape.ts'
import { articleItems, newsItems } from './articles.ts'
import { latestOf } from './dates.ts'
import { createMonths } from './months.ts'
import {
  type DatedKind,
  INDEX_PATH,
  MAX_SITEMAPS,
  MAX_URL_LENGTH,
  MONTH_SIZE,
  NEWS_PATH,
  SITEMAP_SIZE,
  type SitemapName,
  sitemapNamed,
  sitemapPath,
  TERM_KINDS,
  type TermKind,
} from './paths.ts'
import { sitemapsRoutes } from './route-declarations.ts'
import { createTermIndex, type Terms } from './terms.ts'

const XML = 'application/xml; charset=utf-8'
/**
 * Longest wait of the index for the terms of a large CMS. Until they are known it names the first map of each kind
 * (MAP-8). Milliseconds.
 */
const TERMS_WAIT = 100
const MONTHS_WAIT = 300
const MAX_KNOWN = 10_000

/**
 * Sitemaps, and the robots.txt that names the sitemap index and the news sitemap (MAP-1). The index leaves out the
 * news sitemap, as crawlers would fetch and count it twice.
 */
export function sitemaps(reader: ContentRepositories['reader']): Router {
  const router = exactRouter()
  const index = createTermIndex(elapsed)
  const months = createMonths(elapsed)
  const changes = createMapChanges()
  const contentOf = (request: Request) => {
    const { service, content } = contextOf(request)
    return { service, content: reader(service, content) }
  }

  router.get(sitemapsRoutes.robots.path, (request, response) => {
    const { service } = contentOf(request)
    cacheAs(response, sitemapsRoutes.robots.caching.robots, [serviceKey(service.name)])
    response.type('text').send(robots(service))
  })

  router.get(INDEX_PATH, async (request, response) => {
    const { service, content } = contentOf(request)
    const [articles, types, terms] = await Promise.all([
      monthsNamed(content, service, 'articles'),
      monthsNamed(content, service, 'types'),
      inTime<Terms | undefined>(index.terms(content, service), TERMS_WAIT, undefined),
    ])
    const pagesOf = (kind: TermKind, count: number): NamedMap[] =>
      Array.from({ length: Math.min(MAX_SITEMAPS, Math.ceil(count / SITEMAP_SIZE)) }, (_, at) => ({
        name: { kind, page: at + 1 },
        modified: terms && lastChange(terms, kind, at),
      }))
    const isComplete = terms !== undefined && articles.isComplete && types.isComplete
    const named = [
      ...articles.maps,
      ...types.maps,
      ...TERM_KINDS.flatMap((kind) => pagesOf(kind, terms ? terms[kind].size : guessOf(kind, types.maps.length))),
    ]
    const maps = named.map(({ name, modified }) => {
      const path = sitemapPath(name)
      const lastmod = latestOf([changes.of(service, path), modified])
      return { url: originOf(service) + path, lastmod }
    })
    await send(
      response,
      service,
      isComplete ? sitemapsRoutes.index.caching.sitemap : sitemapsRoutes.index.caching.sitemapWithoutTerms,
      new SitemapIndexStream({ level: ErrorLevel.SILENT }),
      maps,
    )
  })

  router.get(NEWS_PATH, async (request, response) => {
    const { service, content } = contentOf(request)
    await sendUrls(response, service, sitemapsRoutes.news.caching.newsSitemap, newsItems(content, service, Date.now()))
  })

  router.get(sitemapsRoutes.map.path, async (request, response, next) => {
    const name = sitemapNamed(request.params.name)
    if (!name) return next()
    const { service, content } = contentOf(request)
    const path = sitemapPath(name)
    if (!('month' in name)) {
      const items = termItems(await index.terms(content, service), name.kind, service, name.page)
      return sendUrls(
        response,
        service,
        sitemapsRoutes.map.caching.sitemap,
        changes.noted(service, path, items),
        name.page === 1,
      )
    }
    const part = { month: name.month, offset: (name.page - 1) * MONTH_SIZE, count: MONTH_SIZE }
    const cards = await months.cards(content, service, name.kind, part)
    if (!cards) {
      cacheAs(response, sitemapsRoutes.map.caching.missing)
      response.status(404).type('text').send('404')
      return
    }
    const newest = await months.newest(content, name.kind)
    const isOver = newest !== undefined && name.month < newest
    const items = articleItems(index.noted(content, service, cards), service)
    const keys = isOver
      ? [monthKey(service.name, name.month), monthsKey(service.name), serviceKey(service.name)]
      : undefined
    await sendUrls(
      response,
      service,
      isOver ? sitemapsRoutes.map.caching.pastSitemap : sitemapsRoutes.map.caching.sitemap,
      changes.noted(service, path, items),
      true,
      keys,
    )
  })
  return router

  /** The maps of all months; until these are known, that of the newest one (MAP-8). */
  async function monthsNamed(content: ContentRepository, service: Service, kind: DatedKind): Promise<NamedMonths> {
    const newest = await months.newest(content, kind)
    if (newest === undefined) return { maps: [], isComplete: true }
    const known = await inTime<readonly ListMonth[] | undefined>(
      months.all(content, service, kind),
      MONTHS_WAIT,
      undefined,
    )
    const maps = (known ?? []).flatMap(({ month, count, modified }) =>
      Array.from({ length: Math.min(MAX_SITEMAPS, Math.ceil(count / MONTH_SIZE)) }, (_, at) => ({
        name: { kind, month, page: at + 1 },
        modified,
      })),
    )
    const isNamed = known?.some(({ month }) => month === newest)
    const own = { name: { kind, month: newest, page: 1 }, modified: undefined }
    return { maps: isNamed ? maps : [own, ...maps], isComplete: known !== undefined }
  }
}

interface NamedMap {
  name: SitemapName
  modified: string | undefined
}

interface NamedMonths {
  maps: NamedMap[]
  isComplete: boolean
}

/** Names the first map of each kind that a service always has, while the entries are not known. */
function guessOf(kind: TermKind, types: number): number {
  if (kind === 'series') return 0
  return kind === 'lists' ? Math.min(types, 1) : 1
}

function* termItems(terms: Terms, kind: TermKind, service: Service, page: number): Generator<SitemapItemLoose, void> {
  for (const [path, lastmod] of ofMap(terms[kind], page - 1)) {
    yield { url: new URL(path, originOf(service)).href, lastmodISO: lastmod }
  }
}

/** @param index from 0 */
function ofMap<Entry>(entries: Iterable<Entry>, index: number): Entry[] {
  return [...entries].slice(index * SITEMAP_SIZE, (index + 1) * SITEMAP_SIZE)
}

/** @param mayBeEmpty true for the first sitemap of a kind; an empty further one is a 404 */
async function sendUrls(
  response: Response,
  service: Service,
  caching: Caching,
  all: AsyncIterable<SitemapItemLoose> | Iterable<SitemapItemLoose>,
  mayBeEmpty = true,
  keys = keysOf(service),
): Promise<void> {
  const items = valid(all)
  // A failing source gives an error response, not half a sitemap.
  const first = await items.next()
  if (!first.done) {
    const stream = new SitemapStream({
      level: ErrorLevel.SILENT,
      xmlns: { news: true, image: true, xhtml: false, video: false },
    })
    return send(response, service, caching, stream, itemsFrom(first.value, items), keys)
  }
  if (!mayBeEmpty) {
    cacheAs(response, sitemapsRoutes.map.caching.missing)
    response.status(404).type('text').send('404')
    return
  }
  cacheAs(response, caching, keys)
  response.type(XML).send(emptyMap(service))
}

/** Leaves out pages whose URL no map may have (MAP-2). */
async function* valid(
  items: AsyncIterable<SitemapItemLoose> | Iterable<SitemapItemLoose>,
): AsyncGenerator<SitemapItemLoose, void> {
  for await (const item of items) if (item.url.length <= MAX_URL_LENGTH) yield item
}

/** A map has at least one URL (sitemaps.org, schema), which may be that of the home page. */
function emptyMap(service: Service): string {
  const home = `<url><loc>${escapeHtml(`${originOf(service)}/`)}</loc></url>`
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${home}</urlset>`
}

function keysOf({ name }: Service): SurrogateKey[] {
  return [feedsKey(name), serviceKey(name)]
}

/** When a map of the index last changed, before it was rendered. @param index from 0 */
function lastChange(terms: Terms, kind: TermKind, index: number): string | undefined {
  // A list changes with its newest article.
  return latestOf(ofMap(terms[kind], index).map(([, date]) => date)) ?? terms.newest
}

function createMapChanges() {
  const known = new Map<string, string>()
  const keyOf = ({ name }: Service, path: string): string => `${name} ${path}`
  return {
    of: (service: Service, path: string): string | undefined => known.get(keyOf(service, path)),
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
  caching: Caching,
  stream: SitemapStream | SitemapIndexStream,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  keys = keysOf(service),
): Promise<void> {
  cacheAs(response, caching, keys)
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

export function mountSitemaps(app: Express, { content }: AppDependencies): void {
  app.use(sitemaps(content.reader))
}
