import { dirname } from 'node:path'
import compression from 'compression'
import express, { type Express } from 'express'
import type { Logger } from 'pino'
import type { AmpStyles } from '../amp/extensions.ts'
import type { Assets } from '../views/context.ts'
import type { Library } from './cms/library.ts'
import type { Report } from './content/report.ts'
import { checkAddress } from './http/addresses.ts'
import { ampArticle, ampShortcut } from './http/amp.ts'
import { articleFragment } from './http/article-fragment.ts'
import { bearer } from './http/bearer.ts'
import { confirmation } from './http/confirmation.ts'
import { failure } from './http/failure.ts'
import { feed } from './http/feeds.ts'
import { installable } from './http/installable.ts'
import { marfeelScript } from './http/marfeel.ts'
import { MEDIA_PATH, media, mediaBytes } from './http/media.ts'
import { type Metrics, metricsEndpoint } from './http/metrics.ts'
import { newsletter } from './http/newsletter.ts'
import { oEmbed } from './http/oembed.ts'
import { operations, type Readiness } from './http/operations.ts'
import { pages } from './http/pages.ts'
import { type PurgeSettings, purgeEndpoint } from './http/purge.ts'
import { requestLog } from './http/request-log.ts'
import { scrollPosts } from './http/scroll-posts.ts'
import { searchApi } from './http/search-api.ts'
import { securityHeaders } from './http/security-headers.ts'
import { sitemaps } from './http/sitemaps.ts'
import type { Integrations } from './integrations/settings.ts'
import type { ConfirmingSubscribers, Subscribers } from './newsletter/subscribers.ts'
import { FEED_PATHS } from './seo/feed-path.ts'
import { OEMBED_PATH } from './seo/oembed-path.ts'
import type { Service, Services } from './services/service.ts'
import { isServiceHost } from './services/table.ts'

export interface AppDependencies {
  library: Library
  services: Services
  serviceOf: (host: string | undefined) => Service
  assets: Assets
  ampStyles: AmpStyles
  integrations: Integrations
  feeds: { hub?: string; idHost?: string }
  /** Other origins that films may come from. */
  mediaOrigins: readonly string[]
  subscribers: Subscribers
  /** Absent: the keeper confirms addresses on pages of its own. */
  confirmations?: ConfirmingSubscribers
  folders: { assets: string; public: string; newsroomImages?: string }
  readiness: Readiness
  trustProxy: number | string[]
  metrics: Metrics
  metricsToken?: string
  purge: Pick<PurgeSettings, 'token' | 'purge' | 'onPurge'>
  version: string
  log: Logger
  report: Report
}

const YEAR_MS = 365 * 86_400_000

/** The application: every middleware and route, in order. Never listens. */
export function createApp(deps: AppDependencies): Express {
  const {
    library,
    services,
    serviceOf,
    assets,
    ampStyles,
    integrations,
    feeds,
    mediaOrigins,
    subscribers,
    confirmations,
    folders,
    readiness,
    trustProxy,
    metrics,
    metricsToken,
    purge,
    version,
    log,
    report,
  } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', trustProxy)

  app.use(requestLog(log, metrics))
  app.use(securityHeaders(integrations, mediaOrigins))
  app.use(checkAddress)
  app.use(compression())

  app.use(operations(readiness, version))
  app.get('/metrics', bearer(metricsToken), metricsEndpoint(metrics))
  app.use(purgeEndpoint({ ...purge, serviceOf }))
  app.use('/assets', express.static(folders.assets, { immutable: true, maxAge: YEAR_MS, index: false }))
  app.use('/assets', (_request, response) => void response.status(404).type('text').send('404'))
  if (folders.newsroomImages !== undefined) app.use(MEDIA_PATH, media(folders.newsroomImages))
  app.use(installable({ serviceOf, assets, build: dirname(folders.assets) }))
  app.use(express.static(folders.public, { maxAge: 3_600_000, index: false, redirect: false }))

  const syndication = {
    ...feeds,
    serviceOf,
    reader: library.reader,
    report,
    bytesOf: folders.newsroomImages === undefined ? async () => undefined : mediaBytes(folders.newsroomImages),
  }
  app.get(FEED_PATHS.atom, feed('atom', syndication))
  app.get(FEED_PATHS.rss, feed('rss', syndication))
  app.get(OEMBED_PATH, oEmbed({ services, reader: (service) => library.reader(service) }))
  app.use(sitemaps({ serviceOf, reader: library.reader }))

  app.get('/marfeel.js', marfeelScript(integrations.marfeelAccount))

  app.use('/api/sare', newsletter({ subscribers, services, serviceOf, log }))
  if (confirmations) app.use('/newsletter/potwierdz', confirmation(confirmations, serviceOf, assets.styles))
  app.get(
    '/wp-json/amp/v2/post/*path',
    ampArticle({ serviceOf, reader: library.reader, styles: ampStyles, integrations, report }),
  )
  app.get('/amp/*path', ampShortcut)
  app.get(
    '/search/:query/:page',
    searchApi(serviceOf, (service) => library.reader(service)),
  )
  const portal = {
    services,
    assets,
    integrations,
    report,
    isOwnHost: (hostname: string) => isServiceHost(services, hostname),
  }
  app.get(
    '/api/getScrollPosts',
    scrollPosts(serviceOf, (service) => library.reader(service)),
  )
  app.get('/fragment/*path', articleFragment({ portal, serviceOf, reader: library.reader }))
  app.use(
    pages({
      portal,
      serviceOf,
      reader: library.reader,
      log,
    }),
  )
  app.use(failure(log))
  return app
}
