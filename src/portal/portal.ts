import cluster from 'node:cluster'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sendPlain, whenLoaded } from '../edge/page-cache/dispatch.ts'
import { createEdge } from '../edge/page-cache/edge.ts'
import { createPageCache, type PageCache } from '../edge/page-cache/page-cache.ts'
import { createPageViews } from '../edge/page-cache/page-views.ts'
import { type CacheSnapshot, createCacheSnapshot } from '../edge/page-cache/snapshot.ts'
import { ASSETS_PATH } from '../edge/static-files/static-file.ts'
import { openStaticFiles, type StaticFolder } from '../edge/static-files/static-files.ts'
import { pausable } from '../edge/transport/pausable.ts'
import { sendFast } from '../edge/transport/private-fields.ts'
import { believedParent } from '../edge/transport/request-id.ts'
import { createHttpServer, createMessageClasses, listen } from '../edge/transport/server.ts'
import { disbelief, trustedProxies } from '../edge/transport/trusted-proxies.ts'
import type { Readiness } from '../http/handlers/operations.ts'
import { builtIcons } from '../media/icon-files.ts'
import type { MediaNetwork } from '../media/remote/media-client.ts'
import type { Failures } from '../observability/error-reports/failures.ts'
import { createAccessLog } from '../observability/log/access-log.ts'
import { createCanonicalOrigins, createHostCheck, createServiceLookup } from '../services/registry.ts'
import type { Services } from '../services/service.ts'
import type { HostSettings } from '../sources/upstream/host.ts'
import { forBrowsers, IMMUTABLE } from '../system/cache-headers.ts'
import { type Clock, coarse, elapsed } from '../system/clock.ts'
import type { Application } from './application.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type MachinesAtEdge, machinesAtEdge } from './machines.ts'
import { ROUTES } from './routes.ts'
import type { Env } from './settings/env.ts'
import { receiveConnections } from './workers/received-connections.ts'
import { notifyPrimary } from './workers/worker.ts'

export interface RunningPortal {
  server: Server
  port: number
  readiness: Readiness
  /** Resolves when the first content is available. Rejects when the application cannot be loaded. */
  ready: Promise<void>
  /** Stops accepting connections. */
  stopTaking(): Promise<void>
  pause(): () => void
  close(): Promise<void>
}

export interface Overrides {
  failures?: Failures
  /** Called for each page that a reader waits for. */
  onRendering?(): void
  /** Absent: `dist/` in the project's folder. */
  build?: string
  /** For tests. */
  hosts?: HostSettings
  mediaNetwork?: MediaNetwork
  /** For tests. */
  ampCacheOrigin?: (subdomain: string, host: string) => string
  /** For tests. */
  clock?: Clock
  /** Development shows them as pages. */
  showsDrafts?: boolean
}

/** Loading blocks this process for a moment: requests for persisted pages go before. Milliseconds. */
const LOAD_PAUSE = 100
/** Pages are fresh for seconds. Milliseconds. */
const PAGE_CLOCK_STEP = 20
/** Milliseconds. */
const REPORT_INTERVAL = 60_000
/** A killed process loses what it rendered since the last write. Milliseconds. */
const WRITE_INTERVAL = 5 * 60_000

/**
 * Serves persisted pages, then loads the application. The first response waits for this module's imports, so nothing
 * heavy belongs here (docs/decisions/023).
 * @throws when the port is unavailable or the build is missing
 */
export async function startPortal(
  env: Env,
  root: string,
  log: Logger,
  { build = join(root, 'dist'), ...overrides }: Overrides = {},
): Promise<RunningPortal> {
  const now = overrides.clock ?? coarse(elapsed, PAGE_CLOCK_STEP)
  const lookUp = createServiceLookup(env.services, env.service)
  const front: Front = {
    ...(await machinesAtEdge(env.services, lookUp)),
    readiness: { isReady: false, isDraining: false },
    counts: { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 },
    readers: { ok: 0, failed: 0 },
    pageViews: env.countsViews ? createPageViews(undefined, env.metricsToken !== undefined) : undefined,
    pageCache: env.pageCache.isOn ? createPageCache(env.pageCache.bytes, now) : undefined,
    trusts: trustedProxies(env.trustProxy),
    disbelieve: disbelief(log),
    access: createAccessLog(env.accessLog, log),
    messages: createMessageClasses(),
  }
  const { readiness, pageCache } = front
  const extension = await compiledAssets(root, build, env)
  const files = openStaticFiles([...buildFolders(build, env.services), ...extension], sendFast)
  const cacheSnapshot =
    pageCache && (await cacheSnapshotOf(env, { root, build, hasExtension: extension.length > 0 }, pageCache, log))
  const persistedPages = (await cacheSnapshot?.read()) ?? 0
  const loader = createLoader(
    async () => {
      const { startApplication } = await import('./application.ts')
      const hasPersistedPages = persistedPages > 0
      return startApplication({
        ...front,
        env,
        root,
        build,
        log,
        hosts: overrides.hosts ?? {},
        mediaNetwork: overrides.mediaNetwork,
        ampCacheOrigin: overrides.ampCacheOrigin,
        clock: overrides.clock ?? elapsed,
        showsDrafts: overrides.showsDrafts ?? false,
        renew: edge.renew,
        hasPersistedPages,
        waiting: loader.waiting,
        failures: overrides.failures,
      })
    },
    persistedPages > 0 ? LOAD_PAUSE : 0,
    () => readiness.isReady && overrides.onRendering?.(),
  )
  const closing = new AbortController()
  const edge = openEdge({ env, log, front, loader, lookUp, files, now, signal: closing.signal })
  const pausableEdge = pausable(edge, readiness)
  const server = openServer({ env, log, front, lookUp, listener: pausableEdge.listener })
  const { port, stopTaking } = await takeConnections(server, env)

  const writing = cacheSnapshot && setInterval(() => void cacheSnapshot.write(), WRITE_INTERVAL).unref()
  return {
    server,
    port,
    stopTaking,
    readiness,
    ready: loader.later.then((application) => application.ready),
    pause: pausableEdge.pause,
    close: async () => {
      closing.abort()
      clearInterval(writing)
      await cacheSnapshot?.write()
      // A failed load has been reported, and holds no resources.
      const application = await loader.later.catch(() => undefined)
      await application?.close()
    },
  }
}

type Front = Pick<
  ApplicationSettings,
  'readiness' | 'counts' | 'readers' | 'pageViews' | 'pageCache' | 'trusts' | 'disbelieve' | 'access' | 'messages'
> &
  MachinesAtEdge

interface Loader {
  now(): Promise<Application>
  later: Promise<Application>
  onRendering(): void
  waiting: ServerResponse[]
  loaded(): Application | undefined
}

/** @param pause milliseconds */
function createLoader(start: () => Promise<Application>, pause: number, onRendering: () => void): Loader {
  let loading: Promise<Application> | undefined
  let loaded: Application | undefined
  const load = async (): Promise<Application> => {
    loaded = await start()
    notifyPrimary({ kind: 'started' })
    return loaded
  }
  const now = (): Promise<Application> => {
    loading ??= load()
    return loading
  }
  const later = wait(pause).then(now)
  // Callers get the rejection from `ready`.
  later.catch(() => {})
  return { now, later, onRendering, waiting: [], loaded: () => loaded }
}

interface EdgeParts {
  env: Env
  log: Logger
  front: Front
  loader: Loader
  lookUp: ReturnType<typeof createServiceLookup>
  files: ReturnType<typeof openStaticFiles>
  now: Clock
  signal: AbortSignal
}

function openEdge({ env, log, front, loader, lookUp, files, now, signal }: EdgeParts): ReturnType<typeof createEdge> {
  const { counts, readers, pageCache, pageViews, trusts, access, messages, turnAway, alternateOf } = front
  return createEdge({
    app: whenLoaded(loader),
    messages,
    routes: ROUTES,
    cache: pageCache,
    counts,
    readers,
    views: pageViews,
    serviceOf: lookUp,
    turnAway,
    alternateOf,
    onError: (error) => log.error({ err: error }, 'source'),
    now,
    files,
    sendSerialised: sendFast,
    trusts,
    beforeFeed: () => loader.loaded()?.catchUp(),
    sendCaptured: (...captured) => (loader.loaded()?.sendCaptured ?? sendPlain)(...captured),
    signal,
    onRefused: throttled(() => log.warn('requests are refused: too many wait to be worked for')),
    access,
    parentOf: env.telemetry?.traces ? believedParent(trusts) : undefined,
  })
}

interface ServerParts extends Pick<EdgeParts, 'env' | 'log' | 'front' | 'lookUp'> {
  listener: Parameters<typeof createHttpServer>[0]
}

function openServer({ env, log, front, lookUp, listener }: ServerParts): Server {
  const { trusts, disbelieve, access, messages } = front
  const { services, redirects } = env
  return createHttpServer(listener, {
    messages,
    scope: env.strictTransport,
    trusts,
    disbelieve,
    redirects: {
      canonicalOf: createCanonicalOrigins(services),
      toHttps: env.toHttps,
      redirecting: redirects?.of,
      countsQuery: redirects?.countsQuery,
      onRedirect: (request, response) => {
        const { name: service } = lookUp(request.headers.host)
        access?.other(request, response, { cache: 'none', service, since: performance.now() })
      },
    },
    isKnownHost: env.unknownHosts === 'refuse' ? createHostCheck(services) : undefined,
    log,
  })
}

function throttled(report: () => void): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (elapsed() - reportedAt < REPORT_INTERVAL) return
    reportedAt = elapsed()
    report()
  }
}

function buildFolders(build: string, services: Services): StaticFolder[] {
  const assets = assetsIn(join(build, 'assets'))
  const icons = builtIcons(build, services)
  // Those of another site folder than the built one are drawn by the application.
  if (icons === undefined) return [assets]
  return [assets, { path: '/icons/', folder: icons, cacheControl: forBrowsers(86_400) }]
}

async function compiledAssets(root: string, build: string, { siteDir, extensionId }: Env): Promise<StaticFolder[]> {
  if (siteDir === undefined || extensionId === undefined) return []
  const { assetFolder, compiledExtension } = await import('../site/extension/compiled.ts')
  const own = compiledExtension(build, resolve(root, siteDir), extensionId)
  return own ? [assetsIn(assetFolder(own))] : []
}

const assetsIn = (folder: string): StaticFolder => ({ path: ASSETS_PATH, folder, cacheControl: IMMUTABLE })

/** @throws when the port is unavailable */
async function takeConnections(server: Server, env: Env): Promise<Pick<RunningPortal, 'port' | 'stopTaking'>> {
  if (cluster.isWorker) return { port: env.port, stopTaking: receiveConnections(server).stop }
  return {
    port: await listen(server, env),
    // The HTTP server's `close` would also cut off new connections without a request yet.
    stopTaking: () => new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve())),
  }
}

async function cacheSnapshotOf(
  env: Env,
  { root, build, hasExtension }: { root: string; build: string; hasExtension: boolean },
  cache: PageCache,
  log: Logger,
): Promise<CacheSnapshot | undefined> {
  const { file, fileBytes: maxBytes } = env.pageCache
  if (file === undefined) return undefined
  const fingerprint = await fingerprintOf(build, env, hasExtension)
  return createCacheSnapshot({ path: resolve(root, file), fingerprint, cache, log, maxBytes })
}
