import type { RequestListener } from 'node:http'
import type { MessageClasses } from '../transport/server.ts'
import type { Completion } from './completion.ts'
import { type CapturedResponse, dispatch } from './dispatch.ts'
import { type FairQueue, TooBusy } from './fair-queue.ts'
import type { PageCache } from './page-cache.ts'
import type { RouteTable } from './route-table.ts'
import type { PageKey, StoredPage } from './stored-page.ts'

const UNSTORED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'etag',
])

export type Outcome = ({ page: StoredPage } | { response: CapturedResponse }) & { isShared?: true }

export interface RenderRequest extends PageKey {
  host: string
  client: string
  /** Concurrent requests share the first one's. */
  headers: Readonly<Record<string, string | undefined>>
}

interface RenderingSettings {
  app: RequestListener
  messages?: MessageClasses
  routes: RouteTable
  cache: PageCache
  turns: FairQueue
  isFresh: (page: StoredPage | undefined) => page is StoredPage
  completion: Completion<RenderRequest>
}

interface Rendering {
  /** A later purge ends sharing. */
  since: number
  client: string
  outcome: Promise<Outcome>
}

export type Render = (request: RenderRequest, isRevalidation: boolean) => Promise<Outcome>

export function createRenderings({
  app,
  messages,
  routes,
  cache,
  turns,
  isFresh,
  completion,
}: RenderingSettings): Render {
  const pending = new Map<string, Rendering>()
  const running = new Map<string, Rendering>()

  const produce = async (request: RenderRequest, isRevalidation: boolean): Promise<Outcome> => {
    const { service, url, host, headers } = request
    const since = cache.purges
    const response = await dispatch(app, { url, host, isRevalidation, headers }, messages)
    const { policy } = response
    if (!policy || response.headers['set-cookie']) return { response }
    const stored = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !UNSTORED.has(name)))
    const before = response.isIncomplete && cache.get(service, url)
    if (before && completion.prefers(before)) {
      completion.begin(request)
      return { page: before }
    }
    const page = cache.set({ service, url }, { ...response, headers: stored }, policy, since)
    if (page.isIncomplete) completion.begin(request, page)
    return { page }
  }

  const inTurn = async ({ url, client }: RenderRequest, work: () => Promise<Outcome>): Promise<Outcome> => {
    const release = await turns.take(routes.kindOf(url) ?? 'page', client)
    try {
      return await work()
    } finally {
      release()
    }
  }

  const register = (
    renderings: Map<string, Rendering>,
    request: RenderRequest,
    begun: Promise<Outcome>,
  ): Promise<Outcome> => {
    const key = keyOf(request)
    const outcome = begun.finally(() => {
      if (renderings.get(key)?.outcome === outcome) renderings.delete(key)
    })
    renderings.set(key, { since: cache.purges, client: request.client, outcome })
    return outcome
  }

  const begin = async (request: RenderRequest, isRevalidation: boolean): Promise<Outcome> => {
    const page = cache.get(request.service, request.url)
    if (isFresh(page)) return { page, isShared: true }
    const current = running.get(keyOf(request))
    if (current?.since === cache.purges) return current.outcome.then(shared)
    return register(running, request, produce(request, isRevalidation))
  }

  return (request, isRevalidation) => {
    const own = (): Promise<Outcome> => inTurn(request, () => begin(request, isRevalidation))
    const current = pending.get(keyOf(request))
    if (current?.since !== cache.purges) return register(pending, request, own())
    if (current.client === request.client) return current.outcome.then(shared)
    // The other client's queue was too long, not this client's.
    return current.outcome.then(shared, (error: unknown) => {
      if (error instanceof TooBusy) return own()
      throw error
    })
  }
}

function shared(outcome: Outcome): Outcome {
  return { ...outcome, isShared: true }
}

function keyOf({ service, url }: PageKey): string {
  return `${service} ${url}`
}
