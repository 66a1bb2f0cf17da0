import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import pLimit from 'p-limit'
import type { AccessLog, CacheState } from '../../observability/log/access-log.ts'
import type { CacheCounts, ReaderCounts } from '../../observability/metrics.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { inTime } from '../../system/deadline.ts'
import { memoizeBounded } from '../../system/memoize.ts'
import type { StaticFiles } from '../static-files/static-files.ts'
import { errorDocument, sendMinimal } from '../transport/minimal-response.ts'
import type { ParentOf } from '../transport/request-id.ts'
import { requestIdOf } from '../transport/request-id.ts'
import { type SendSerialised, sendWithNode } from '../transport/serialised-response.ts'
import type { TrustProxy } from '../transport/strict-transport.ts'
import { clientOf } from '../transport/trusted-proxies.ts'
import { createCompletion } from './completion.ts'
import type { SendCaptured } from './dispatch.ts'
import { createFairQueue, type FairQueue, TooBusy } from './fair-queue.ts'
import type { PageCache } from './page-cache.ts'
import type { PageViews } from './page-views.ts'
import { createRenderings, type Outcome, type RenderRequest } from './renderings.ts'
import { type Renew, renewal, renewalWithoutCache } from './renewal.ts'
import type { RouteTable } from './route-table.ts'
import { createPageSender, encodingFor, type Kind, type Reader, type SendPage } from './send.ts'
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
  /**
   * Awaits announced purges before a feed is sent (PURGE-11). Never rejects; undefined: there is nothing to wait for.
   */
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
/** How long a reader waits for a refresh after `staleWhileRevalidate`, before the stale page. Milliseconds. */
const REFRESH_WAIT = 50
/** How long a request waits for the new feed after a purge, before the old one (PURGE-10). Milliseconds. */
const AWAITED_WAIT = 2000
/** A CMS that recovers must not be flooded. */
const MAX_BACKGROUND = 8
/** Pause after a failed refresh. Milliseconds. */
const RETRY_PAUSE = 5000
/** A burst of requests is likely over by then. Seconds. */
const RETRY_AFTER = '5'
/** Client of background refreshes in the fair queue. No client address is a space. */
const BACKGROUND_CLIENT = ' '

interface Visit extends Reader {
  /** False: the URL has parameters that are not part of the key. */
  isWhole: boolean
}

/**
 * The page cache in front of Express: a hit is a stored buffer written straight to the socket. Stale pages are served
 * during a refresh, and for a day while it fails. Other requests wait in the fair queue (docs/decisions/036).
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
  const { hit } = access ?? {}
  const onFile: RequestListener | undefined =
    hit && ((request, response) => hit(request, response, serviceNameOf(request.headers.host ?? '')))
  const logOwnResponse = (request: IncomingMessage, response: ServerResponse, since: number): void => {
    const service = serviceNameOf(request.headers.host ?? '')
    access?.other(request, response, { cache: 'none', service, requestId: requestIdOf(request), since })
  }

  const direct: RequestListener = (request, response) => {
    if (files?.respond(request, response, onFile)) return
    const kind = routes.kindOf(request.url ?? '/')
    if (!cache || kind === undefined) return app(request, response)
    const since = performance.now()
    turns.take(kind, clientOf(request, trusts)).then(
      (release) => {
        // A queued response is destroyed a moment after its connection.
        if (response.destroyed || request.socket.destroyed) {
          logOwnResponse(request, response, since)
          return release()
        }
        response.once('close', release)
        app(request, response)
      },
      (error: unknown) => {
        logOwnResponse(request, response, since)
        fail(error, request, response)
      },
    )
  }
  const fail = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    readers.failed += 1
    if (error instanceof TooBusy) {
      counts.refused += 1
      onRefused()
      refuse(knownServiceOf(request.headers.host ?? ''), response)
      return
    }
    onError(error)
    sendMinimal(response, 500)
  }
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

  const refresh = async (renderRequest: RenderRequest, page: StoredPage): Promise<Outcome> => {
    try {
      // On a slow source the page would never be whole without content that was read meanwhile.
      const isRevalidation =
        !page.isIncomplete && !(page.isPurged && (page.isAwaited || page.policy.isAwaited === true))
      const outcome = await render(renderRequest, isRevalidation)
      // Getting the same page means that the new one is incomplete.
      if ('page' in outcome ? outcome.page !== page : outcome.response.status < 500) return outcome
    } catch (error) {
      if (!(error instanceof TooBusy)) onError(error)
    }
    page.retryAt = now() + RETRY_PAUSE
    return { page }
  }

  const waiting = new Set<string>()
  const refreshLater = (renderRequest: RenderRequest, page: StoredPage): void => {
    // A refresh from before a purge may fetch old content.
    const name = `${cache.purges} ${renderRequest.service} ${renderRequest.url}`
    if (waiting.has(name)) return
    waiting.add(name)
    void background(() => refresh({ ...renderRequest, client: BACKGROUND_CLIENT }, page)).finally(() =>
      waiting.delete(name),
    )
  }

  const outcomeFor = async (renderRequest: RenderRequest, stored: StoredPage | undefined): Promise<Outcome> => {
    if (!stored) return render(renderRequest, false)
    const { maxAge, staleWhileRevalidate, staleIfError } = stored.policy
    const staleFor = (now() - stored.storedAt) / 1000 - maxAge
    if (staleFor > staleIfError) return render(renderRequest, true)
    if (now() < stored.retryAt) return { page: stored }
    if (stored.isPurged && stored.isAwaited) return refresh(renderRequest, stored)
    if (stored.isPurged && stored.policy.isAwaited)
      return inTime(refresh(renderRequest, stored), AWAITED_WAIT, { page: stored })
    if (staleFor <= staleWhileRevalidate) refreshLater(renderRequest, stored)
    else return inTime(refresh(renderRequest, stored), REFRESH_WAIT, { page: stored })
    return { page: stored }
  }

  const sendPage = createPageSender(cache, sendSerialised)
  const sendHit = access?.hit ? withAccessLog(sendPage, access.hit) : sendPage
  const send = (visit: Visit, page: StoredPage, kind: Kind, since?: number): void => {
    const { request, response } = visit
    if (page.isArticle) views?.seen(page, request)
    // A redirect must keep the whole query of this request (PAGE-5).
    if (!visit.isWhole && isRedirect(page)) {
      direct(request, response)
      return
    }
    readers.ok += 1
    if (kind === 'hit') sendHit(page, visit, kind)
    else sendPage(page, visit, kind, since)
  }

  const sendFresh = (visit: Visit, page: StoredPage): void => {
    counts.hit += 1
    send(visit, page, 'hit')
  }

  const serve: RequestListener = (request, response) => {
    const { url = '/', headers } = request
    const { host = '' } = headers
    const service = serviceNameOf(host)
    const encoding = encodingFor(headers['accept-encoding'] ?? '')
    // A stored URL needs no parsing (docs/decisions/025).
    const storedAsIs = cache.get(service, url)
    if (isFresh(storedAsIs)) return sendFresh({ isWhole: true, encoding, request, response }, storedAsIs)
    if (!routes.isCacheable(url)) return direct(request, response)
    const target = routes.targetOf(url)
    const visit: Visit = { isWhole: target.isWhole, encoding, request, response }
    const stored = target.url === url ? storedAsIs : cache.get(service, target.url)
    if (isFresh(stored)) return sendFresh(visit, stored)
    const since = performance.now()
    const requestId = requestIdOf(request)
    const parent = parentOf?.(request)
    const forwarded = { 'x-request-id': requestId, ...(parent !== undefined && { traceparent: parent }) }
    const renderRequest = { service, url: target.url, host, client: clientOf(request, trusts), headers: forwarded }
    const logAs = (cache: CacheState): void => access?.other(request, response, { cache, service, requestId, since })
    const captured = (outcome: Outcome): void => {
      const cache = 'page' in outcome && outcome.page === stored ? 'stale' : 'miss'
      // The application logs the requests that it handles itself.
      const isPassedOn =
        'page' in outcome ? !target.isWhole && isRedirect(outcome.page) : outcome.response.isPassedOn === true
      if (!isPassedOn) logAs(cache)
      counts[cache === 'miss' && outcome.isShared ? 'coalesced' : cache] += 1
      if ('page' in outcome) send(visit, outcome.page, cache, since)
      else if (isPassedOn) app(request, response)
      else {
        readers[outcome.response.status < 500 ? 'ok' : 'failed'] += 1
        sendCaptured(outcome.response, request, response)
      }
    }
    const refused = (error: unknown): void => {
      if (!(error instanceof TooBusy)) counts.miss += 1
      logAs('miss')
      fail(error, request, response)
    }
    outcomeFor(renderRequest, stored)
      .then(captured, refused)
      .catch((error: unknown) => fail(error, request, response))
  }

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

function refuse(service: Service, response: ServerResponse): void {
  const body = errorDocument(service, service.messages.unavailable)
  sendMinimal(response, 503, { 'retry-after': RETRY_AFTER, 'content-type': 'text/html; charset=utf-8' }, body)
}

function withAccessLog(send: SendPage, hit: NonNullable<AccessLog['hit']>): SendPage {
  return (page, reader, kind, since) => {
    hit(reader.request, reader.response, page.service)
    send(page, reader, kind, since)
  }
}

function isRedirect({ status, headers }: StoredPage): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined
}

export const sendPlain: SendCaptured = (captured, _request, response) => {
  response.writeHead(captured.status, { ...captured.headers, 'content-length': String(captured.body.length) })
  response.end(captured.body)
}
