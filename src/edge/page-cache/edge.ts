import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import pLimit from 'p-limit'
import { createCachedRequests } from './cached-requests.ts'
import { createCompletion } from './completion.ts'
import { createDirect, createFailures } from './direct.ts'
import { type CachedParts, type EdgeSettings, edgeParts } from './edge-parts.ts'
import { negotiated, negotiatedWithoutCache } from './negotiated.ts'
import { BACKGROUND, createRefreshes } from './refreshes.ts'
import { createRenderings, type RenderRequest } from './renderings.ts'
import { type Renew, renewal, renewalWithoutCache } from './renewal.ts'

export interface Edge {
  (request: IncomingMessage, response: ServerResponse): void
  renew: Renew
}

const FEEDS = '/api/feed/'
const MAX_BACKGROUND = 8

/**
 * Writes hits straight to the socket; other requests wait in the fair queue (docs/decisions/036). Stale pages are sent
 * during a refresh, and for a day while it fails.
 */
export function createEdge(settings: EdgeSettings): Edge {
  const { alternateOf } = settings
  const parts = edgeParts(settings)
  const fail = createFailures(parts)
  const direct = createDirect(parts, fail)
  if (!parts.cache) {
    const handle = guarded(settings, alternateOf ? negotiatedWithoutCache(alternateOf, settings, direct, fail) : direct)
    return Object.assign(handle, { renew: renewalWithoutCache(parts.app) })
  }

  const cached = parts as CachedParts
  const background = pLimit(MAX_BACKGROUND)
  const completion = createCompletion<RenderRequest>({
    ...cached,
    render: (request) => background(() => render({ ...request, client: BACKGROUND }, false)),
  })
  const render = createRenderings({ ...cached, completion })
  const refreshes = createRefreshes(cached, render, background)
  const byUrl = createCachedRequests(cached, refreshes, direct, fail)
  const serve = alternateOf ? negotiated(alternateOf, cached, refreshes, byUrl, fail) : byUrl
  const handle: RequestListener = (request, response) => {
    const { url = '/', method } = request
    if (method !== 'GET' && method !== 'HEAD') return direct(request, response)
    const ready = url.startsWith(FEEDS) ? settings.beforeFeed?.() : undefined
    if (ready) void ready.then(() => serve(request, response))
    else serve(request, response)
  }
  const renew = renewal({
    ...cached,
    // Content from before the purge has expired anyway.
    render: (request) => render({ ...request, client: BACKGROUND, headers: {} }, false),
    serviceNameOf: (host) => parts.serviceOf(host).name,
  })
  return Object.assign(guarded(settings, handle), { renew })
}

function guarded({ turnAway }: EdgeSettings, handle: RequestListener): RequestListener {
  if (!turnAway) return handle
  return (request, response) => {
    if (!turnAway(request, response)) handle(request, response)
  }
}
