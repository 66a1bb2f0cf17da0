import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AccessLog } from '../../observability/log/access-log.ts'
import type { CacheCounts, ReaderCounts } from '../../observability/metrics.ts'
import type { Service } from '../../services/service.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { memoizeBounded } from '../../system/memoize.ts'
import type { StaticFiles } from '../static-files/static-files.ts'
import type { ParentOf } from '../transport/request-id.ts'
import type { SendSerialised } from '../transport/serialised-response.ts'
import type { MessageClasses } from '../transport/server.ts'
import type { TrustProxy } from '../transport/strict-transport.ts'
import type { SendCaptured } from './dispatch.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import type { PageCache } from './page-cache.ts'
import type { PageViews } from './page-views.ts'
import type { RouteTable } from './route-table.ts'
import type { StoredPage } from './stored-page.ts'

/** @returns the path of the same content in the type that the client prefers; undefined: the requested page */
export type AlternateOf = (request: IncomingMessage) => string | undefined

export interface EdgeSettings {
  app: RequestListener
  messages?: MessageClasses
  routes: RouteTable
  counts: CacheCounts
  readers: ReaderCounts
  cache?: PageCache
  serviceOf: (host: string | undefined) => Service
  onError: (error: unknown) => void
  now?: Clock
  files?: StaticFiles
  trusts: TrustProxy
  turns?: FairQueue
  onRefused?: () => void
  access?: AccessLog
  parentOf?: ParentOf
  views?: Pick<PageViews, 'seen'>
  alternateOf?: AlternateOf | undefined
  /** Refuses a denied crawler (MACH-5). @returns true: it is refused */
  turnAway?: (request: IncomingMessage, response: ServerResponse) => boolean
  sendSerialised: SendSerialised
  /** A feed waits for announced purges (PURGE-11). Never rejects. */
  beforeFeed?: () => Promise<void> | undefined
  sendCaptured: SendCaptured
  signal?: AbortSignal
}

const MAX_KNOWN_HOSTS = 64

export type EdgeParts = ReturnType<typeof edgeParts>
export type CachedParts = EdgeParts & { cache: PageCache }

export function edgeParts(settings: EdgeSettings) {
  const { serviceOf, now = elapsed, turns = createFairQueue() } = settings
  return {
    ...settings,
    serviceOf: memoizeBounded((host) => serviceOf(host), MAX_KNOWN_HOSTS),
    now,
    turns,
    isFresh: (page: StoredPage | undefined): page is StoredPage => page !== undefined && now() <= page.freshUntil,
  }
}
