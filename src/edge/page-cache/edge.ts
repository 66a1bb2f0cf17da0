import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import pLimit from 'p-limit'
import type { AccessLog } from '../../observability/log/access-log.ts'
import type { CacheCounts, ReaderCounts } from '../../observability/metrics.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { memoizeBounded } from '../../system/memoize.ts'
import type { StaticFiles } from '../static-files/static-files.ts'
import type { ParentOf } from '../transport/request-id.ts'
import { type SendSerialised, sendWithNode } from '../transport/serialised-response.ts'
import type { TrustProxy } from '../transport/strict-transport.ts'
import { createCachedRequests } from './cached-requests.ts'
import { createCompletion } from './completion.ts'
import { createDirect, createFailures } from './direct.ts'
import type { SendCaptured } from './dispatch.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import type { PageCache } from './page-cache.ts'
import type { PageViews } from './page-views.ts'
import { BACKGROUND_CLIENT, createRefreshes } from './refreshes.ts'
import { createRenderings, type RenderRequest } from './renderings.ts'
import { type Renew, renewal, renewalWithoutCache } from './renewal.ts'
import type { RouteTable } from './route-table.ts'
import { createPageSender } from './send.ts'
import type { StoredPage } from './stored-page.ts'

export interface EdgeSettings {
  app: RequestListener
  routes: RouteTable
  counts?: CacheCounts
  readers?: ReaderCounts
  cache?: PageCache
  serviceOf: (host: string | undefined) => Service
  onError: (error: unknown) => void
  now?: Clock
  files?: StaticFiles
  trusts?: TrustProxy
  turns?: FairQueue
  onRefused?: () => void
  access?: AccessLog
  parentOf?: ParentOf
  views?: Pick<PageViews, 'seen'>
  sendSerialised?: SendSerialised
  /** A feed waits for announced purges (PURGE-11). Never rejects. */
  beforeFeed?: () => Promise<void> | undefined
  sendCaptured?: SendCaptured
  signal?: AbortSignal
}

export interface Edge {
  (request: IncomingMessage, response: ServerResponse): void
  renew: Renew
}

const FEEDS = '/api/feed/'
const MAX_KNOWN_HOSTS = 64
/** A CMS that recovers must not be flooded. */
const MAX_BACKGROUND = 8

/**
 * A hit is a stored buffer written straight to the socket. Stale pages are served during a refresh, and for a day
 * while it fails. Other requests wait in the fair queue (docs/decisions/036).
 */
export function createEdge({
  app,
  routes,
  cache,
  counts = { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 },
  readers = { ok: 0, failed: 0 },
  serviceOf,
  onError,
  now = elapsed,
  files,
  trusts = () => false,
  turns = createFairQueue(),
  onRefused = () => {},
  access,
  parentOf,
  views,
  sendSerialised = sendWithNode,
  beforeFeed = () => undefined,
  sendCaptured = sendPlain,
  signal,
}: EdgeSettings): Edge {
  const knownServiceOf = memoizeBounded((host) => serviceOf(host), MAX_KNOWN_HOSTS)
  const serviceNameOf = (host: string): ServiceName => knownServiceOf(host).name
  const fail = createFailures({ counts, readers, onRefused, onError, serviceOf: knownServiceOf })
  const direct = createDirect({ app, routes, turns: cache && turns, files, trusts, access, serviceNameOf, fail })
  if (!cache) return Object.assign(direct, { renew: renewalWithoutCache(app) })

  const isFresh = (page: StoredPage | undefined): page is StoredPage => page !== undefined && now() <= page.freshUntil
  const background = pLimit(MAX_BACKGROUND)
  const completion = createCompletion<RenderRequest>({
    cache,
    isFresh,
    render: (request) => background(() => render({ ...request, client: BACKGROUND_CLIENT }, false)),
    onError,
    now,
    signal,
  })
  const render = createRenderings({ app, routes, cache, turns, isFresh, completion })
  const outcomeFor = createRefreshes({ cache, render, background, now, onError })
  const sendPage = createPageSender(cache, sendSerialised)
  const serve = createCachedRequests({
    app,
    routes,
    cache,
    counts,
    readers,
    isFresh,
    outcomeFor,
    direct,
    fail,
    sendPage,
    sendCaptured,
    serviceNameOf,
    trusts,
    access,
    parentOf,
    views,
  })
  const handle: RequestListener = (request, response) => {
    const { url = '/', method } = request
    if (method !== 'GET' && method !== 'HEAD') return direct(request, response)
    const ready = url.startsWith(FEEDS) ? beforeFeed() : undefined
    if (ready) void ready.then(() => serve(request, response))
    else serve(request, response)
  }
  const renew = renewal({
    routes,
    cache,
    isFresh,
    // Content from before the purge has expired anyway.
    render: (request) => render({ ...request, client: BACKGROUND_CLIENT, headers: {} }, false),
    serviceNameOf,
    onError,
  })
  return Object.assign(handle, { renew })
}

export const sendPlain: SendCaptured = (captured, _request, response) => {
  response.writeHead(captured.status, { ...captured.headers, 'content-length': String(captured.body.length) })
  response.end(captured.body)
}
