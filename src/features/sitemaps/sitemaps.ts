import type { Express, Request, Response, Router } from 'express'
import { monthKey, monthsKey, serviceKey } from '../../content/surrogate-keys.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { exactRouter } from '../../http/exact-router.ts'
import { contextOf } from '../../http/request-context.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { elapsed } from '../../system/clock.ts'
import { articleItems, newsItems } from './articles.ts'
import { createMapChanges, mapsOf, termItems } from './map-index.ts'
import { createMonths } from './months.ts'
import { INDEX_PATH, MONTH_SIZE, NEWS_PATH, type SitemapName, sitemapNamed, sitemapPath } from './paths.ts'
import { sitemapsRoutes } from './route-declarations.ts'
import { createTermIndex } from './terms.ts'

const { caching } = sitemapsRoutes.map

/** Crawlers come later than readers. */
const sending = () => import('./send-map.ts')

export function sitemaps(reader: ContentRepositories['reader']): Router {
  const router = exactRouter()
  const maps = { terms: createTermIndex(elapsed), months: createMonths(elapsed), changes: createMapChanges() }
  const contentOf = (request: Request) => {
    const { service, content } = contextOf(request)
    return { service, content: reader(service, content) }
  }

  router.get(INDEX_PATH, async (request, response) => {
    const { service, content } = contentOf(request)
    const { sitemap, sitemapWithoutTerms } = sitemapsRoutes.index.caching
    const index = await mapsOf(content, service, maps)
    const { sendIndex } = await sending()
    await sendIndex(response, service, index.isComplete ? sitemap : sitemapWithoutTerms, index.maps)
  })

  router.get(NEWS_PATH, async (request, response) => {
    const { service, content } = contentOf(request)
    const { sendUrls } = await sending()
    await sendUrls(response, service, sitemapsRoutes.news.caching.newsSitemap, newsItems(content, service, Date.now()))
  })

  router.get(sitemapsRoutes.map.path, async (request, response, next) => {
    const name = sitemapNamed(request.params.name)
    if (!name) return next()
    if ('month' in name) return sendMonth(request, response, name)
    const { service, content } = contentOf(request)
    const { sendUrls } = await sending()
    const items = termItems(await maps.terms.terms(content, service), name, service)
    const noted = maps.changes.noted(service, sitemapPath(name), items)
    await sendUrls(response, service, caching.sitemap, noted, { mayBeEmpty: name.page === 1 })
  })
  return router

  async function sendMonth(
    request: Request,
    response: Response,
    name: Extract<SitemapName, { month: string }>,
  ): Promise<void> {
    const { service, content } = contentOf(request)
    const part = { month: name.month, offset: (name.page - 1) * MONTH_SIZE, count: MONTH_SIZE }
    const { sendMissing, sendUrls } = await sending()
    const cards = await maps.months.cards(content, service, name.kind, part)
    if (!cards) return sendMissing(response)
    const newest = await maps.months.newest(content, name.kind)
    const isOver = newest !== undefined && name.month < newest
    const items = articleItems(maps.terms.noted(content, service, cards), service)
    const noted = maps.changes.noted(service, sitemapPath(name), items)
    const keys = isOver
      ? [monthKey(service.name, name.month), monthsKey(service.name), serviceKey(service.name)]
      : undefined
    await sendUrls(response, service, isOver ? caching.pastSitemap : caching.sitemap, noted, { keys })
  }
}

/** Crawlers would count the news sitemap twice if the index named it (MAP-1). */
export const NAMED_MAPS: readonly string[] = [INDEX_PATH, NEWS_PATH]

export function mountSitemaps(app: Express, { content }: AppDependencies): void {
  app.use(sitemaps(content.reader))
}
