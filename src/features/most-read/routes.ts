import { type Express, type RequestHandler, Router } from 'express'
import {
  DEFAULT_MOST_READ,
  isMostReadWindow,
  MAX_MOST_READ,
  MOST_READ_API,
  MOST_READ_WINDOWS,
  type MostReadOf,
  type MostReadWindow,
  type RankedArticle,
  VIEWS_API,
} from '../../content/most-read.ts'
import { cardsOfRanked } from '../../content/most-read-cards.ts'
import { plainLine } from '../../content/plain-line.ts'
import { postCardOf } from '../../content/post-card.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { cardKeys, serviceKey } from '../../content/surrogate-keys.ts'
import { isFromOwnPage } from '../../edge/page-cache/navigation.ts'
import type { PageViews } from '../../edge/page-cache/page-views.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import type { ObservabilitySettings } from '../../observability/settings.ts'
import { originOf } from '../../seo/head.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { mostReadRoutes } from './route-declarations.ts'

export const MOST_READ_FIGURES = '/ops/most-read'

export interface MostReadDependencies {
  mostRead: MostReadOf
  reader: ContentRepositories['reader']
}

/** Sends posts in the shape of the search (READ-6). */
export function mostReadApi({ mostRead, reader }: MostReadDependencies): RequestHandler {
  return async (request, response) => {
    const { window = DEFAULT_MOST_READ.window } = request.query
    response.set('x-robots-tag', 'noindex')
    if (!isMostReadWindow(window)) {
      forbidCaching(response)
      response.status(400).json({ error: `window is one of ${MOST_READ_WINDOWS.join(', ')}` })
      return
    }
    const { service, content } = contextOf(request)
    const ranked = await mostRead(service.name, window)
    const cards = await cardsOfRanked(reader(service, content), ranked, MAX_MOST_READ)
    cacheAs(response, mostReadRoutes.api.caching.mostRead, [...cardKeys(cards), serviceKey(service.name)])
    response.json({ posts: cards.map((card) => postCardOf(card, originOf(service))) })
  }
}

interface ArticleFigures {
  path: string
  title?: string
  views: Record<MostReadWindow, number>
}

/** Sends views of each service's most read articles (READ-7). */
export function mostReadFigures(
  { mostRead, reader }: MostReadDependencies,
  services: Services,
  guard: RequestHandler,
): Router {
  const figuresOf = async (service: Service, window: MostReadWindow): Promise<ArticleFigures[]> => {
    const rankings = await Promise.all(
      MOST_READ_WINDOWS.map(async (one) => [one, await mostRead(service.name, one)] as const),
    )
    const chosen = rankings.find(([one]) => one === window)?.[1].slice(0, MAX_MOST_READ) ?? []
    const articles = await reader(service).articles(chosen.map(({ path }) => path))
    return chosen.map(({ path }, index) => {
      const article = articles[index]
      return {
        path,
        title: article && 'title' in article ? plainLine(article.title) : undefined,
        views: {
          '1h': 0,
          '24h': 0,
          '7d': 0,
          ...Object.fromEntries(rankings.map(([one, all]) => [one, viewsOf(all, path)])),
        },
      }
    })
  }
  return Router({ caseSensitive: true, strict: true }).get(MOST_READ_FIGURES, guard, async (request, response) => {
    const { window = DEFAULT_MOST_READ.window } = request.query
    if (!isMostReadWindow(window)) {
      response.status(400).json({ error: `window is one of ${MOST_READ_WINDOWS.join(', ')}` })
      return
    }
    const figures = await Promise.all(
      Object.values(services).map(async (service) => [service.name, await figuresOf(service, window)] as const),
    )
    response.json({ window, services: Object.fromEntries(figures) })
  })
}

function viewsOf(ranking: readonly RankedArticle[], path: string): number {
  return ranking.find((article) => article.path === path)?.views ?? 0
}

export function mountMostReadFigures(app: Express, dependencies: AppDependencies<ObservabilitySettings>): void {
  const { content, services, bearer, settings } = dependencies
  app.use(mostReadFigures(content, services, bearer(settings.metricsToken)))
}

export function mountMostRead(
  app: Express,
  { content }: AppDependencies,
  views: Pick<PageViews, 'shown'> | undefined,
): void {
  app.get(MOST_READ_API, mostReadApi(content))
  app.use(prefetchedViews(content.reader, views))
}

/** A reader sees an article that the browser had prefetched (READ-9). */
export function prefetchedViews(
  reader: ContentRepositories['reader'],
  views: Pick<PageViews, 'shown'> | undefined,
): RequestHandler {
  return Router({ caseSensitive: true, strict: true }).post(`${VIEWS_API}/*path`, async (request, response) => {
    forbidCaching(response)
    if (views && isFromOwnPage(request)) {
      const { service, content } = contextOf(request)
      const article = await reader(service, content).article(cmsPath(request.path.slice(VIEWS_API.length)))
      if (!isMissing(article)) views.shown({ service: service.name, url: article.path })
    }
    response.status(204).end()
  })
}
