import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { AmpStyles } from '../amp/extensions.ts'
import type { Assets } from '../views/context.ts'
import type { GiphyOrigins } from './cms/giphy-item.ts'
import type { Library } from './cms/library.ts'
import { DATED_PATH } from './content/links.ts'
import type { Report } from './content/report.ts'
import type { Failures } from './error-reports/failures.ts'
import type { AccessLog } from './http/access-log.ts'
import { checkAddress } from './http/addresses.ts'
import { ampArticle, ampShortcut } from './http/amp.ts'
import { articleFragment } from './http/article-fragment.ts'
import { bearerTokens } from './http/bearer.ts'
import { forbidCaching } from './http/cache-policy.ts'
import { compressed } from './http/compressed.ts'
import { confirmation } from './http/confirmation.ts'
import { failure } from './http/failure.ts'
import { feed } from './http/feeds.ts'
import { watchForwarded } from './http/forwarded-notice.ts'
import { installable } from './http/installable.ts'
import { nameJsonAnswers } from './http/json-answers.ts'
import { knownMethods } from './http/known-methods.ts'
import { marfeelScript } from './http/marfeel.ts'
import { MEDIA_PATH, media, mediaBytes } from './http/media.ts'
import { type Metrics, metricsEndpoint } from './http/metrics.ts'
import { newsletter } from './http/newsletter.ts'
import { oEmbed } from './http/oembed.ts'
import { operations, type Readiness } from './http/operations.ts'
import { pages } from './http/pages.ts'
import { publicFiles } from './http/public-files.ts'
import { type PurgeSettings, purgeEndpoint } from './http/purge.ts'
import { requestLog } from './http/request-log.ts'
import { scrollPosts } from './http/scroll-posts.ts'
import { searchApi } from './http/search-api.ts'
import { closedPolicy, securityHeaders } from './http/security-headers.ts'
import { SECURITY_TXT_PATH, securityTxt } from './http/security-txt.ts'
import { sharedLimit } from './http/shared-limit.ts'
import { sitemaps } from './http/sitemaps.ts'
import type { Disbelief, TrustProxy } from './http/strict-transport.ts'
import { believedParent, traced } from './http/traced.ts'
import type { Integrations } from './integrations/settings.ts'
import { CONFIRMATION_PATH } from './newsletter/confirm-path.ts'
import type { ConfirmingSubscribers, Subscribers } from './newsletter/subscribers.ts'
import { FEED_PATHS } from './seo/feed-path.ts'
import { OEMBED_PATH } from './seo/oembed-path.ts'
import type { Service, Services } from './services/service.ts'
import { isServiceHost } from './services/table.ts'
import { scrollLists } from './store/scroll-lists.ts'
import type { SharedStore } from './store/shared-store.ts'
import type { Tracing } from './tracing/span.ts'

export interface AppDependencies {
  library: Library
  services: Services
  serviceOf: (host: string | undefined) => Service
  assets: Assets
  ampStyles: AmpStyles
  integrations: Integrations
  feeds: { hub?: string; idHost?: string }
  /** Absent: no animation comes from Giphy. */
  giphyOrigins?: GiphyOrigins
  subscribers: Subscribers
  /** Absent: the keeper confirms addresses on pages of its own. */
  confirmations?: ConfirmingSubscribers
  folders: { build: string; public: string; newsroomImages?: string }
  readiness: Readiness
  trusts: TrustProxy
  /** Told of who says whom it asks for, and is not believed. */
  disbelieve: Disbelief
  metrics: Metrics
  metricsToken?: string
  /** Absent: there is no `security.txt` but one of the operator's own. */
  securityContacts?: readonly string[]
  purge: Pick<PurgeSettings, 'token' | 'purge'>
  /** Absent: there are no other instances. */
  store?: SharedStore
  /** Absent: no request has a line. */
  access?: AccessLog
  /** Absent: nothing is traced. */
  tracing?: Tracing
  /** Told of pages that fail; absent: nobody. */
  failures?: Failures
  version: string
  log: Logger
  report: Report
}

/** Another instance may have it, of the release before this one or after: no cache is to believe that it is nowhere. */
const missingFile: RequestHandler = (_request, response) => {
  forbidCaching(response)
  response.status(404).type('text').send('404')
}

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
    giphyOrigins,
    subscribers,
    confirmations,
    folders,
    readiness,
    trusts,
    disbelieve,
    metrics,
    metricsToken,
    securityContacts,
    purge,
    store,
    access,
    tracing,
    failures,
    version,
    log,
    report,
  } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', 'simple')
  app.set('trust proxy', trusts)
  nameJsonAnswers(app)

  if (tracing) app.use(traced(tracing, believedParent(trusts), serviceOf))
  app.use(requestLog({ metrics, serviceOf, ...(access && { access }) }))
  app.use(watchForwarded(trusts, disbelieve))
  app.use(securityHeaders({ boot: assets.boot, integrations, ...(giphyOrigins && { giphyOrigins }) }))
  app.use(checkAddress)
  app.use(knownMethods)
  app.use(compressed())

  const portal = {
    services,
    assets,
    integrations,
    hasAnimations: giphyOrigins !== undefined,
    report,
    isOwnHost: (hostname: string) => isServiceHost(services, hostname),
  }
  const page = pages({ portal, serviceOf, reader: library.reader, log, ...(failures && { failures }) })
  // Most of what is rendered, so it is tried first.
  app.get(DATED_PATH, page)
  app.get(
    '/wp-json/amp/v2/post/*path',
    ampArticle({ serviceOf, reader: library.reader, styles: ampStyles, integrations, report }),
  )

  app.use(['/assets', '/icons', MEDIA_PATH], closedPolicy)
  app.use(operations(readiness, version))
  const bearer = bearerTokens({ log, ...(store && { store: sharedLimit(store, 'wrong-tokens') }) })
  app.get('/metrics', bearer(metricsToken), metricsEndpoint(metrics))
  app.use(purgeEndpoint({ ...purge, bearer, serviceOf }))
  // What there is has been sent by then (static-files.ts).
  app.use('/assets', missingFile)
  if (folders.newsroomImages !== undefined) app.use(MEDIA_PATH, media(folders.newsroomImages, log))
  // The operator's own icon is the one, and so is their `security.txt`.
  app.use(publicFiles(folders.public))
  if (securityContacts) app.get(SECURITY_TXT_PATH, securityTxt(securityContacts, serviceOf))
  app.use(installable({ serviceOf, assets, build: folders.build }))

  const syndication = {
    ...feeds,
    serviceOf,
    reader: library.reader,
    report,
    bytesOf: folders.newsroomImages === undefined ? async () => undefined : mediaBytes(folders.newsroomImages),
  }
  app.get(FEED_PATHS.atom, feed('atom', syndication))
  app.get(FEED_PATHS.rss, feed('rss', syndication))
  app.get(OEMBED_PATH, oEmbed({ services, reader: library.reader }))
  app.use(sitemaps({ serviceOf, reader: library.reader }))

  app.get('/marfeel.js', marfeelScript(integrations.marfeelAccount))

  const limitStore = store && { limitStore: sharedLimit(store, 'newsletter') }
  app.use('/api/sare', newsletter({ subscribers, services, serviceOf, log, ...limitStore, onPost: metrics.posted }))
  if (confirmations) {
    const limitStores = store && {
      visits: sharedLimit(store, 'confirmation-visits'),
      posts: sharedLimit(store, 'confirmation'),
    }
    const settings = { subscribers: confirmations, services, serviceOf, styles: assets.styles }
    app.use(CONFIRMATION_PATH, confirmation({ ...settings, ...(limitStores && { limitStores }) }))
  }
  app.get('/amp/*path', ampShortcut)
  app.get('/search/:query/:page', searchApi(serviceOf, library.reader))
  app.get('/api/getScrollPosts', scrollPosts(serviceOf, library.reader, store && scrollLists(store, report)))
  app.get('/fragment/*path', articleFragment({ portal, serviceOf, reader: library.reader }))
  app.use(page)
  app.use(failure(log, serviceOf, failures))
  return app
}
