import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { PageCache } from '../edge/page-cache/page-cache.ts'
import type { PageViews } from '../edge/page-cache/page-views.ts'
import type { Renew } from '../edge/page-cache/renewal.ts'
import type { MessageClasses } from '../edge/transport/server.ts'
import type { Disbelief, TrustProxy } from '../edge/transport/strict-transport.ts'
import type { Readiness } from '../http/handlers/operations.ts'
import type { MediaNetwork } from '../media/remote/media-client.ts'
import type { Failures } from '../observability/error-reports/failures.ts'
import type { AccessLog } from '../observability/log/access-log.ts'
import type { CacheCounts, ReaderCounts, Refusal } from '../observability/metrics.ts'
import type { HostSettings } from '../sources/upstream/host.ts'
import type { Clock } from '../system/clock.ts'
import type { Env } from './settings/env.ts'

export interface ApplicationSettings {
  env: Env
  root: string
  build: string
  log: Logger
  hosts: HostSettings
  mediaNetwork: MediaNetwork | undefined
  ampCacheOrigin: ((subdomain: string, host: string) => string) | undefined
  clock: Clock
  /** The newsroom's drafts are pages like others: in development. */
  showsDrafts: boolean
  pageCache: PageCache | undefined
  pageViews: PageViews | undefined
  renew: Renew
  counts: CacheCounts
  readers: ReaderCounts
  /** Absent: no service refuses crawlers. */
  refusedCrawlers: (() => readonly Refusal[]) | undefined
  hasPersistedPages: boolean
  /** Responses of those who wait for the application. */
  waiting: readonly ServerResponse[]
  /** Set once the instance can take traffic. */
  readiness: Readiness
  trusts: TrustProxy
  disbelieve: Disbelief
  access: AccessLog | undefined
  messages: MessageClasses
  failures: Failures | undefined
}
