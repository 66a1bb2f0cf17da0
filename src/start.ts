import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Application } from './application.ts'
import { type Clock, coarse, elapsed } from './clock.ts'
import type { HostSettings } from './cms/host.ts'
import type { Env } from './env.ts'
import type { Failures } from './error-reports/failures.ts'
import { fingerprintOf } from './fingerprint.ts'
import { createAccessLog } from './http/access-log.ts'
import { createEdge } from './http/edge.ts'
import { disbelief } from './http/forwarded-notice.ts'
import { holdable } from './http/hold.ts'
import type { CacheCounts } from './http/metrics.ts'
import type { Readiness } from './http/operations.ts'
import { createPageCache, type PageCache } from './http/page-cache.ts'
import { createPageFile, type PageFile } from './http/page-file.ts'
import { createHttpServer, listen } from './http/server.ts'
import { readStaticFiles, type StaticFolder } from './http/static-files.ts'
import { believedParent } from './http/traced.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { whenLoaded } from './http/when-loaded.ts'
import { createHostCheck, createServiceLookup, createServices } from './services/table.ts'
import { receiveConnections } from './workers/received.ts'
import { tell } from './workers/worker.ts'

/** A running portal. */
export interface Portal {
  server: Server
  port: number
  readiness: Readiness
  /** Resolves when the first content is there. Rejects when the application cannot be loaded: then there never is any. */
  ready: Promise<void>
  /** No new connections. Resolves when those that it has are over. */
  stopTaking(): Promise<void>
  /** Lets requests wait for a moment, until what it returns is called. */
  hold(): () => void
  /** Keeps what is worth it, and closes the files it holds, once no request needs them. */
  close(): Promise<void>
}

export interface Overrides {
  /** Told of what fails, as well as the log; absent: nobody. */
  failures?: Failures
  /** For tests: how the hosts of the CMS are treated, where that is not the usual. */
  hosts?: HostSettings
  /** For tests: by which pages and content grow old. */
  clock?: Clock
}

/**
 * Loading the application takes all of this process for a moment. Where pages were kept, readers who come at once get
 * theirs before that; who cannot be answered without the application has it loaded at once. Milliseconds.
 */
const LOAD_PAUSE = 100
/** How old a reading of the pages' clock may be; pages are fresh for seconds. Milliseconds. */
const PAGE_CLOCK_STEP = 20
/** One line in that time says that requests are refused. Milliseconds. */
const TELL_PAUSE = 60_000
/** What a process that is killed has rendered since is rendered anew by the next one. Milliseconds. */
const WRITE_INTERVAL = 5 * 60_000

/**
 * Listens, and answers from the pages that were kept; then loads the application behind it. This module and what it
 * imports is all that a first answer waits for: nothing heavy belongs here (docs/decisions/023).
 * @param root the project's folder: `dist/`, `public/` and relative folders and files lie in it
 * @throws when the port cannot be had or the build is missing
 */
export async function startPortal(
  env: Env,
  root: string,
  log: Logger,
  { hosts = {}, clock, failures }: Overrides = {},
): Promise<Portal> {
  const readiness: Readiness = { isReady: false, isDraining: false }
  const counts: CacheCounts = { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 }
  const contentClock = clock ?? elapsed
  const pageClock = clock ?? coarse(elapsed, PAGE_CLOCK_STEP)
  const pageCache = env.pageCache.isOn ? createPageCache(env.pageCache.bytes, pageClock) : undefined
  const files = readStaticFiles(buildFolders(root))
  const pageFile = pageCache && (await pageFileOf(env, root, pageCache, log))
  const keptPages = (await pageFile?.read()) ?? 0
  const trusts = trustedProxies(env.trustProxy)
  const disbelieve = disbelief(log)
  const services = createServices(env.serviceOverrides)
  const access = createAccessLog(env.accessLog, log)

  let loading: Promise<Application> | undefined
  const load = async (): Promise<Application> => {
    const { startApplication } = await import('./application.ts')
    const hasKeptPages = keptPages > 0
    const settings = {
      env,
      root,
      log,
      hosts,
      clock: contentClock,
      pageCache,
      counts,
      hasKeptPages,
      readiness,
      trusts,
      disbelieve,
      access,
      failures,
    }
    const application = await startApplication(settings)
    tell({ kind: 'started' })
    return application
  }
  const loadOnce = (): Promise<Application> => {
    loading ??= load()
    return loading
  }
  const later = wait(keptPages > 0 ? LOAD_PAUSE : 0).then(loadOnce)
  // Who has to know hears of it by `ready`.
  later.catch(() => {})

  const edge = createEdge({
    app: whenLoaded({ now: loadOnce, later }),
    ...(pageCache && { cache: pageCache }),
    counts,
    serviceOf: createServiceLookup(services, env.service),
    onError: (error) => log.error({ err: error }, 'source'),
    now: pageClock,
    files,
    trusts,
    onRefused: tellNowAndAgain(() => log.warn('requests are refused: too many wait to be worked for')),
    ...(access && { access }),
    ...(env.telemetry?.traces && { parentOf: believedParent(trusts) }),
  })
  const held = holdable(edge, () => readiness.isDraining)
  const server = createHttpServer(held.listener, {
    scope: env.strictTransport,
    trusts,
    disbelieve,
    ...(env.unknownHosts === 'refuse' && { isKnownHost: createHostCheck(services) }),
    log,
  })
  const { port, stopTaking } = await takeConnections(server, env)

  const writing = pageFile && setInterval(() => void pageFile.write(), WRITE_INTERVAL).unref()
  return {
    server,
    port,
    stopTaking,
    readiness,
    ready: later.then((application) => application.ready),
    hold: held.hold,
    close: async () => {
      clearInterval(writing)
      await pageFile?.write()
      // What could not be loaded has said so, and holds nothing.
      const application = await later.catch(() => undefined)
      await application?.close()
    },
  }
}

/** Tells of what goes on and on, once in a while. */
function tellNowAndAgain(tell: () => void): () => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return () => {
    if (elapsed() - toldAt < TELL_PAUSE) return
    toldAt = elapsed()
    tell()
  }
}

/** What browsers load by names that change with every build, and icons, which they look for again each day. */
function buildFolders(root: string): StaticFolder[] {
  return [
    { path: '/assets/', folder: join(root, 'dist/assets'), cacheControl: 'public, max-age=31536000, immutable' },
    { path: '/icons/', folder: join(root, 'dist/icons'), cacheControl: 'public, max-age=86400' },
  ]
}

/**
 * By itself, or from the process that keeps the workers and holds their port.
 * @throws when the port cannot be had
 */
async function takeConnections(server: Server, env: Env): Promise<Pick<Portal, 'port' | 'stopTaking'>> {
  if (cluster.isWorker) return { port: env.port, stopTaking: receiveConnections(server).stop }
  return {
    port: await listen(server, env),
    // The plain server's way to close: the HTTP server's would cut off who has just connected and not asked yet.
    stopTaking: () => new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve())),
  }
}

async function pageFileOf(env: Env, root: string, cache: PageCache, log: Logger): Promise<PageFile | undefined> {
  const { file } = env.pageCache
  if (file === undefined) return undefined
  return createPageFile({ path: resolve(root, file), fingerprint: await fingerprintOf(root, env), cache, log })
}
