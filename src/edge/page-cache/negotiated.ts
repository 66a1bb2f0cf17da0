import type { RequestListener } from 'node:http'
import { isEdgeHeader } from '../../system/cache-headers.ts'
import { requestIdOf } from '../transport/request-id.ts'
import { clientOf } from '../transport/trusted-proxies.ts'
import type { Fail } from './direct.ts'
import { dispatch } from './dispatch.ts'
import type { AlternateOf, CachedParts, EdgeSettings } from './edge-parts.ts'
import type { OutcomeFor } from './refreshes.ts'
import type { Outcome } from './renderings.ts'
import { chosenHeaders, createPageSender, encodingFor } from './send.ts'

/**
 * Sends the page that `Accept` chooses, which has a path and a cache key of its own (docs/decisions/152); the requested
 * page where there is none.
 */
export function negotiated(
  alternateOf: AlternateOf,
  parts: CachedParts,
  outcomeFor: OutcomeFor,
  serve: RequestListener,
  fail: Fail,
): RequestListener {
  const { cache, counts, isFresh, readers, serviceOf } = parts
  const sendPage = createPageSender(cache, parts.sendSerialised)
  return (request, response) => {
    const path = alternateOf(request)
    if (path === undefined) return serve(request, response)
    const { headers } = request
    const { host = '' } = headers
    const service = serviceOf(host).name
    const stored = cache.get(service, path)
    const since = performance.now()
    const requestId = requestIdOf(request)
    const answer = (outcome: Outcome, kind: 'hit' | 'stale' | 'miss'): void => {
      if (!('page' in outcome) || outcome.page.status !== 200) {
        serve(request, response)
        return
      }
      counts[kind] += 1
      readers.ok += 1
      parts.access?.other(request, response, { cache: kind, service, requestId, since })
      const encoding = encodingFor(headers['accept-encoding'] ?? '')
      sendPage(outcome.page, { encoding, request, response, chosen: path }, kind, since)
    }
    if (isFresh(stored)) return answer({ page: stored }, 'hit')
    const sent = { 'x-request-id': requestId, traceparent: parts.parentOf?.(request) }
    outcomeFor({ service, url: path, host, client: clientOf(request, parts.trusts), headers: sent }, stored)
      .then((outcome) => answer(outcome, 'page' in outcome && outcome.page === stored ? 'stale' : 'miss'))
      .catch((error: unknown) => fail(error, request, response))
  }
}

export function negotiatedWithoutCache(
  alternateOf: AlternateOf,
  { app, messages, sendCaptured }: EdgeSettings,
  direct: RequestListener,
  fail: Fail,
): RequestListener {
  return (request, response) => {
    const { method, headers } = request
    const path = method === 'GET' || method === 'HEAD' ? alternateOf(request) : undefined
    if (path === undefined) return direct(request, response)
    const sent = { 'x-request-id': requestIdOf(request) }
    dispatch(app, { url: path, host: headers.host ?? '', isRevalidation: false, headers: sent }, messages)
      .then((captured) => {
        if (captured.status !== 200) return direct(request, response)
        const own = Object.fromEntries(Object.entries(captured.headers).filter(([name]) => !isEdgeHeader(name)))
        sendCaptured({ ...captured, headers: { ...own, ...chosenHeaders(path) } }, request, response)
      })
      .catch((error: unknown) => fail(error, request, response))
  }
}
