import type { RequestListener } from 'node:http'
import type { CacheState } from '../../observability/log/access-log.ts'
import { requestIdOf } from '../transport/request-id.ts'
import { clientOf } from '../transport/trusted-proxies.ts'
import type { Fail } from './direct.ts'
import type { CachedParts } from './edge-parts.ts'
import { TooBusy } from './fair-queue.ts'
import type { OutcomeFor } from './refreshes.ts'
import type { Outcome } from './renderings.ts'
import { createPageSender, encodingFor, type Kind, type Reader } from './send.ts'
import type { StoredPage } from './stored-page.ts'

interface Visit extends Reader {
  /** False: the URL has parameters that are not part of the key. */
  isWhole: boolean
}

type Send = (visit: Visit, page: StoredPage, kind: Kind, since?: number) => void

export function createCachedRequests(
  parts: CachedParts,
  outcomeFor: OutcomeFor,
  direct: RequestListener,
  fail: Fail,
): RequestListener {
  const { routes, cache, counts, isFresh, serviceOf } = parts
  const send = createSend(parts, direct)
  const hit = (visit: Visit, page: StoredPage): void => {
    counts.hit += 1
    send(visit, page, 'hit')
  }

  return (request, response) => {
    const { url = '/', headers } = request
    const { host = '' } = headers
    const service = serviceOf(host).name
    const encoding = encodingFor(headers['accept-encoding'] ?? '')
    // A stored URL needs no parsing (docs/decisions/025).
    const asIs = cache.get(service, url)
    if (isFresh(asIs)) return hit({ isWhole: true, encoding, request, response }, asIs)
    if (!routes.isCacheable(url)) return direct(request, response)
    const target = routes.targetOf(url)
    const visit: Visit = { isWhole: target.isWhole, encoding, request, response }
    const stored = target.url === url ? asIs : cache.get(service, target.url)
    if (isFresh(stored)) return hit(visit, stored)
    const since = performance.now()
    const requestId = requestIdOf(request)
    const logAs = (cache: CacheState): void =>
      parts.access?.other(request, response, { cache, service, requestId, since })
    const captured = (outcome: Outcome): void => {
      const cache = 'page' in outcome && outcome.page === stored ? 'stale' : 'miss'
      const isPassedOn =
        'page' in outcome ? !target.isWhole && isRedirect(outcome.page) : outcome.response.isPassedOn === true
      if (!isPassedOn) logAs(cache)
      counts[cache === 'miss' && outcome.isShared ? 'coalesced' : cache] += 1
      if ('page' in outcome) send(visit, outcome.page, cache, since)
      else if (isPassedOn) parts.app(request, response)
      else {
        parts.readers[outcome.response.status < 500 ? 'ok' : 'failed'] += 1
        parts.sendCaptured(outcome.response, request, response)
      }
    }
    const refused = (error: unknown): void => {
      if (!(error instanceof TooBusy)) counts.miss += 1
      logAs('miss')
      fail(error, request, response)
    }
    const client = clientOf(request, parts.trusts)
    const sent = { 'x-request-id': requestId, traceparent: parts.parentOf?.(request) }
    outcomeFor({ service, url: target.url, host, client, headers: sent }, stored)
      .then(captured, refused)
      .catch((error: unknown) => fail(error, request, response))
  }
}

function createSend(parts: CachedParts, direct: RequestListener): Send {
  const { readers, views } = parts
  const hit = parts.access?.hit
  const sendPage = createPageSender(parts.cache, parts.sendSerialised)
  return (visit, page, kind, since) => {
    const { request, response } = visit
    if (page.isArticle) views?.seen(page, request)
    // A redirect must keep the whole query of this request (PAGE-5).
    if (!visit.isWhole && isRedirect(page)) {
      direct(request, response)
      return
    }
    readers.ok += 1
    if (kind === 'hit') hit?.(request, response, page.service)
    sendPage(page, visit, kind, since)
  }
}

function isRedirect({ status, headers }: StoredPage): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined
}
