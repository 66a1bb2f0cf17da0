import express, { type Express } from 'express'
import { frameOriginsOf } from '../content/embeds.ts'
import { DATED_PATH } from '../content/public-paths.ts'
import type { PageViews } from '../edge/page-cache/page-views.ts'
import { believedParent } from '../edge/transport/request-id.ts'
import type { MessageClasses } from '../edge/transport/server.ts'
import type { Disbelief, TrustProxy } from '../edge/transport/strict-transport.ts'
import type { AppDependencies, Mount } from '../http/app-dependencies.ts'
import { pages } from '../http/handlers/pages.ts'
import { wordPressPaths } from '../http/handlers/wordpress-paths.ts'
import { compressed } from '../http/middleware/compression.ts'
import { failure } from '../http/middleware/error-handler.ts'
import { nameJsonResponses, securityHeaders } from '../http/middleware/page-security-headers.ts'
import { countedQuery, guardUrl, knownMethods, noticeForwardedHeaders } from '../http/middleware/request-guards.ts'
import { countViews, requestLog, traced } from '../http/middleware/request-observers.ts'
import { requestContext } from '../http/request-context.ts'
import { integrationsForPolicy } from '../integrations/for-service.ts'
import type { Failures } from '../observability/error-reports/failures.ts'
import type { AccessLog } from '../observability/log/access-log.ts'
import type { Tracing } from '../observability/tracing/span.ts'
import { ownStylesOf } from '../services/own-style.ts'
import type { Service } from '../services/service.ts'
import type { Lifetimes } from '../system/cache-headers.ts'
import { ROUTES } from './routes.ts'
import type { Env } from './settings/env.ts'

export interface RequestSettings {
  serviceOf: (host: string | undefined) => Service
  trusts: TrustProxy
  disbelieve: Disbelief
  access: AccessLog | undefined
  tracing: Tracing | undefined
  /** Counts views of articles where no page cache does; absent: it does. */
  views: Pick<PageViews, 'seen'> | undefined
  lifetimes: Lifetimes
  failures: Failures | undefined
  /** Classes of what the server and the page cache pass in; absent: Node's. */
  messages?: MessageClasses
}

/** Every middleware and route, in order. Never listens. */
export function createApp(
  requests: RequestSettings,
  dependencies: AppDependencies<Env>,
  mounts: readonly Mount<Env>[],
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', 'simple')
  app.set('trust proxy', requests.trusts)
  nameJsonResponses(app)
  if (requests.messages) adopt(app, requests.messages)
  mountMiddleware(app, requests, dependencies)

  const { content, rendering, log } = dependencies
  const { portal, breaking } = rendering
  const page = pages({ portal, reader: content.reader, breaking, log, failures: requests.failures })
  // First, as most rendered pages are articles.
  app.get(DATED_PATH, page)
  for (const mount of mounts) mount(app, dependencies)
  app.use(wordPressPaths(content.cmsUrlOf, { hasComments: content.postComment !== undefined }))
  app.use(page)
  app.use(failure(log, requests.failures))
  return app
}

/** Express sets the prototype of every request, which costs nothing where it is the prototype already. */
function adopt(app: Express, { IncomingMessage, ServerResponse }: MessageClasses): void {
  const [request, response] = [IncomingMessage.prototype, ServerResponse.prototype]
  Object.setPrototypeOf(request, app.request)
  Object.setPrototypeOf(response, app.response)
  Object.assign(app, { request, response })
}

function mountMiddleware(
  app: Express,
  { serviceOf, trusts, disbelieve, access, tracing, views, lifetimes }: RequestSettings,
  { services, rendering, metrics }: AppDependencies,
): void {
  const { portal, giphyOrigins } = rendering
  const observers = [
    ...(tracing ? [traced(tracing, believedParent(trusts))] : []),
    requestLog({ metrics, routes: ROUTES, access }),
    ...(views ? [countViews(views, ROUTES)] : []),
  ]
  app.use(requestContext(serviceOf, observers, lifetimes))
  app.use(noticeForwardedHeaders(trusts, disbelieve))
  app.use(
    securityHeaders({
      assets: portal.assets,
      ownStyles: ownStylesOf(services),
      integrations: integrationsForPolicy(portal.integrations, services),
      frameOrigins: frameOriginsOf(services),
      giphyOrigins,
    }),
  )
  app.use(guardUrl)
  app.use(countedQuery(ROUTES))
  app.use(knownMethods)
  app.use(compressed())
}
