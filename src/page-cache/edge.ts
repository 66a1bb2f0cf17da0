import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import pLimit from 'p-limit'
import { copy } from '../config/copy.ts'
import { memoizeBounded } from '../memoize/bounded.ts'
import type { AccessLog, CacheState } from '../observability/log/access-log.ts'
import type { CacheCounts } from '../observability/metrics.ts'
import type { Service } from '../services/service.ts'
import type { StaticFiles } from '../static-files/static-files.ts'
import { type Clock, elapsed } from '../system/clock.ts'
import { inTime } from '../system/deadline.ts'
import { clientOf } from '../transport/client-address.ts'
import { errorDocument } from '../transport/error-document.ts'
import { sendMinimal } from '../transport/minimal-response.ts'
import { requestIdOf } from '../transport/request-id.ts'
import type { TrustProxy } from '../transport/strict-transport.ts'
import type { ParentOf } from '../transport/trace-parent.ts'
import type { CapturedResponse } from './dispatch.ts'
import { createFairQueue, type FairQueue, TooBusy } from './fair-queue.ts'
import { targetOf } from './key.ts'
import type { PageCache } from './page-cache.ts'
import { type Asked, createRenderings, type Outcome } from './renderings.ts'
import { kindOf } from './request-kinds.ts'
import { encodingFor, type Kind, type Reader, sendPage } from './send.ts'
import type { StoredPage } from './stored-page.ts'

export interface EdgeSettings {
  app: RequestListener
  /** Counted up with each request. */
  counts?: CacheCounts
  /** Absent: every request renders (PAGE_CACHE=off). */
  cache?: PageCache
  serviceOf: (host: string | undefined) => Service
  onError: (error: unknown) => void
  now?: Clock
  /** Absent: the application has them. */
  files?: StaticFiles
  /** Proxies that are believed on who a client is; absent: none. */
  trusts?: TrustProxy
  turns?: FairQueue
  /** Told of a request for which there is no time. */
  onRefused?: () => void
  /** Absent: no response has a line. */
  access?: AccessLog
  /** Absent: nothing is traced. */
  parentOf?: ParentOf
}

/**
 * Answered by the application alone, to the client that asks: files, operations, interfaces, a reader's own pages. Feeds
 * are documents like any page. A query makes no difference (SEC-10).
 */
const DIRECT =
  /^\/(?:assets|icons|media|healthz|readyz|version|metrics|ops|newsletter\/potwierdz|api(?!\/feed\/))(?:[/?]|$)/
const MAX_URL_LENGTH = 2048
const MAX_KNOWN_HOSTS = 64
/** Past the time in which stale pages are served as they are, a reader waits so long for a new one. Milliseconds. */
const PATIENCE = 50
/** Refreshes at a time that no reader waits for: a site that comes back is not flooded. */
const MAX_BACKGROUND = 8
/** After a failed refresh the stale response stands for this long before the next try. Milliseconds. */
const RETRY_PAUSE = 5000
/** A moment of too many requests is over by then. Seconds. */
const RETRY_AFTER = '5'
/** Refreshes that no reader waits for have turns of their own. Addresses of clients have no spaces. */
const NOBODY = ' '

/** A request that the cache may answer. */
interface Visit extends Reader {
  /** False: the address has parameters that do not count for the page. */
  isWhole: boolean
}

/**
 * The page cache in front of Express: a hit is a stored buffer written straight to the socket. One render per key at
 * a time; stale pages are served while a refresh runs in the background, and for a day while it fails. What has to be
 * worked for waits for its turn (docs/decisions/036).
 */
export function createEdge({
  app,
  cache,
  counts = { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 },
  serviceOf,
  onError,
  now = elapsed,
  files,
  trusts = () => false,
  turns = createFairQueue(),
  onRefused = () => {},
  access,
  parentOf,
}: EdgeSettings): RequestListener {
  const serviceNameOf = memoizeBounded((host) => serviceOf(host).name, MAX_KNOWN_HOSTS)
  /** A file of the build is a hit: it is as little work, and may have a line as well. */
  const { hit } = access ?? {}
  const onFile: RequestListener | undefined =
    hit && ((request, response) => hit(request, response, serviceNameOf(request.headers.host ?? '')))
  /** Of a response that the application does not give, and has no line of. */
  const tellUnasked = (request: IncomingMessage, response: ServerResponse, since: number): void => {
    const service = serviceNameOf(request.headers.host ?? '')
    access?.other(request, response, { cache: 'none', service, requestId: requestIdOf(request), since })
  }

  /** The application's own response to this very request. */
  const direct: RequestListener = (request, response) => {
    if (files?.respond(request, response, onFile)) return
    const kind = kindOf(request.url ?? '/')
    if (!cache || kind === undefined) return app(request, response)
    const since = performance.now()
    turns.take(kind, clientOf(request, trusts)).then(
      (release) => {
        // A response that waits behind another one hears of the end a moment after its connection.
        if (response.destroyed || request.socket.destroyed) {
          tellUnasked(request, response, since)
          return release()
        }
        response.once('close', release)
        app(request, response)
      },
      (error: unknown) => {
        tellUnasked(request, response, since)
        fail(error, response)
      },
    )
  }
  const fail = (error: unknown, response: ServerResponse): void => {
    if (error instanceof TooBusy) {
      counts.refused += 1
      onRefused()
      refuse(response)
      return
    }
    onError(error)
    sendMinimal(response, 500)
  }
  if (!cache) return direct
  const isFresh = (page: StoredPage | undefined): page is StoredPage => page !== undefined && now() <= page.freshUntil
  const render = createRenderings({ app, cache, counts, turns, isFresh })

  /** A refresh that fails leaves the page as it is, and says so once. */
  const refresh = async (asked: Asked, page: StoredPage): Promise<Outcome> => {
    try {
      const outcome = await render(asked, true)
      if ('page' in outcome || outcome.response.status < 500) return outcome
    } catch (error) {
      if (!(error instanceof TooBusy)) onError(error)
    }
    page.retryAt = now() + RETRY_PAUSE
    return { page }
  }

  const background = pLimit(MAX_BACKGROUND)
  const waiting = new Set<string>()
  const refreshLater = (asked: Asked, page: StoredPage): void => {
    // One that began before a purge is no refresh any more.
    const name = `${cache.purges} ${asked.service} ${asked.url}`
    if (waiting.has(name)) return
    waiting.add(name)
    void background(() => refresh({ ...asked, client: NOBODY }, page)).finally(() => waiting.delete(name))
  }

  const outcomeFor = async (asked: Asked, stored: StoredPage | undefined): Promise<Outcome> => {
    if (!stored) return render(asked, false)
    const { maxAge, staleWhileRevalidate, staleIfError } = stored.policy
    const staleFor = (now() - stored.storedAt) / 1000 - maxAge
    if (staleFor > staleIfError) return render(asked, true)
    if (now() < stored.retryAt) return { page: stored }
    if (staleFor <= staleWhileRevalidate) refreshLater(asked, stored)
    else return inTime(refresh(asked, stored), PATIENCE, { page: stored })
    return { page: stored }
  }

  const sendHit = access?.hit ? withLine(access.hit) : sendPage
  const send = (visit: Visit, page: StoredPage, kind: Kind, since?: number): void => {
    counts[kind] += 1
    const { request, response } = visit
    // Where it leads to is this reader's own: with the whole query (PAGE-5).
    if (!visit.isWhole && isRedirect(page)) direct(request, response)
    else if (kind === 'hit') sendHit(cache, page, visit, kind)
    else sendPage(cache, page, visit, kind, since)
  }

  return (request, response) => {
    const { url = '/', method, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return direct(request, response)
    const { host = '' } = headers
    const service = serviceNameOf(host)
    const encoding = encodingFor(headers['accept-encoding'] ?? '')
    // An address under which something is stored need not be looked at any further.
    const found = cache.get(service, url)
    if (isFresh(found)) return send({ isWhole: true, encoding, request, response }, found, 'hit')
    if (!isCacheable(url)) return direct(request, response)
    const target = targetOf(url)
    const visit: Visit = { isWhole: target.isWhole, encoding, request, response }
    const stored = target.url === url ? found : cache.get(service, target.url)
    if (isFresh(stored)) return send(visit, stored, 'hit')
    const since = performance.now()
    const requestId = requestIdOf(request)
    const parent = parentOf?.(request)
    const passed = { 'x-request-id': requestId, ...(parent !== undefined && { traceparent: parent }) }
    const asked = { service, url: target.url, host, client: clientOf(request, trusts), headers: passed }
    const tell = (cache: CacheState): void => access?.other(request, response, { cache, service, requestId, since })
    const captured = (outcome: Outcome): void => {
      const cache = 'page' in outcome && outcome.page === stored ? 'stale' : 'miss'
      // The application has a line of what it is to answer itself.
      const isPassedOn =
        'page' in outcome ? !target.isWhole && isRedirect(outcome.page) : outcome.response.isPassedOn === true
      if (!isPassedOn) tell(cache)
      if ('page' in outcome) {
        send(visit, outcome.page, cache, since)
        return
      }
      counts.miss += 1
      // It has had its turn.
      if (isPassedOn) app(request, response)
      else sendResponse(outcome.response, response)
    }
    const refused = (error: unknown): void => {
      tell('miss')
      fail(error, response)
    }
    outcomeFor(asked, stored)
      .then(captured, refused)
      .catch((error: unknown) => fail(error, response))
  }
}

/** Too much is to be done: a page as of a CMS that cannot be had. */
function refuse(response: ServerResponse): void {
  const body = errorDocument(copy.unavailable)
  sendMinimal(response, 503, { 'retry-after': RETRY_AFTER, 'content-type': 'text/html; charset=utf-8' }, body)
}

/** The same, with a line for a share of what is sent. */
function withLine(hit: NonNullable<AccessLog['hit']>): typeof sendPage {
  return (cache, page, reader, kind, since) => {
    hit(reader.request, reader.response, page.service)
    sendPage(cache, page, reader, kind, since)
  }
}

function isCacheable(url: string): boolean {
  return url.length <= MAX_URL_LENGTH && url.startsWith('/') && !DIRECT.test(url)
}

function isRedirect({ status, headers }: StoredPage): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined
}

function sendResponse(captured: CapturedResponse, response: ServerResponse): void {
  response.writeHead(captured.status, { ...captured.headers, 'content-length': String(captured.body.length) })
  response.end(captured.body)
}
