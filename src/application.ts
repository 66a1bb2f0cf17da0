import cluster from 'node:cluster'
import type { RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { type AppDependencies, createApp } from './app.ts'
import { readBuild } from './build.ts'
import type { Clock } from './clock.ts'
import { createContentCache } from './cms/cached.ts'
import { newsroomMenus } from './cms/embedded/menu.ts'
import { createGiphy } from './cms/giphy.ts'
import { giphyOrigins } from './cms/giphy-item.ts'
import type { HostSettings } from './cms/host.ts'
import { createLibrary } from './cms/library.ts'
import { createLiveMenus } from './cms/live-menus.ts'
import { observed, observedStorage } from './cms/observed.ts'
import { logged, openSource } from './cms/open-source.ts'
import { sparingly } from './cms/stored-articles.ts'
import { keepFresh } from './cms/wordpress/freshness.ts'
import { imageRules } from './content/images.ts'
import type { Env } from './env.ts'
import type { Failures } from './error-reports/failures.ts'
import { feedTopics } from './feeds/addresses.ts'
import { createWebSub } from './feeds/websub.ts'
import { firstContent } from './first-content.ts'
import type { AccessLog } from './http/access-log.ts'
import { type CacheCounts, createMetrics } from './http/metrics.ts'
import type { Readiness } from './http/operations.ts'
import type { PageCache } from './http/page-cache.ts'
import type { Disbelief, TrustProxy } from './http/strict-transport.ts'
import { isAdvertising } from './integrations/advertising.ts'
import { createSubscriberDatabase, type SubscriberDatabase } from './newsletter/database.ts'
import { requireDriver } from './newsletter/driver.ts'
import { noticeLog } from './newsletter/notice.ts'
import { keepForgetting } from './newsletter/retention.ts'
import { createSare } from './newsletter/sare.ts'
import { problemLog } from './problem-log.ts'
import { createProxies } from './purge/proxies.ts'
import { createPurging } from './purge/purging.ts'
import { removalLog } from './removal-log.ts'
import type { Service } from './services/service.ts'
import { createServiceLookup, createServices } from './services/table.ts'
import { openStore } from './store/open-store.ts'
import type { openTelemetry, Telemetry } from './tracing/open-telemetry.ts'
import { metricsOfAll } from './workers/worker.ts'

/** Everything behind the page cache: what renders, and what it renders from. */
export interface Application {
  app: RequestListener
  /** Resolves when the first content is there. */
  ready: Promise<void>
  /** Closes the files it holds, once no request needs them. */
  close(): Promise<void>
}

export interface ApplicationSettings {
  env: Env
  /** The project's folder. */
  root: string
  log: Logger
  /** How the hosts of the CMS are treated, where that is not the usual. */
  hosts: HostSettings
  /** By which content grows old. */
  clock: Clock
  /** What stands before it; absent: every request renders. */
  pageCache: PageCache | undefined
  /** Of the page cache. */
  counts: CacheCounts
  /** Pages of the process before this one are there. */
  hasKeptPages: boolean
  /** Told when readers may be sent here. */
  readiness: Readiness
  trusts: TrustProxy
  disbelieve: Disbelief
  access: AccessLog | undefined
  failures: Failures | undefined
}

/**
 * Wires the application together. Loaded by itself, as most of the program is here (docs/decisions/023).
 * @throws when the build is missing, or a CMS says that the credentials are no good
 */
export async function startApplication({
  env,
  root,
  log,
  hosts,
  clock,
  pageCache,
  counts,
  hasKeptPages,
  readiness,
  trusts,
  disbelieve,
  access,
  failures,
}: ApplicationSettings): Promise<Application> {
  const newsroom = resolve(root, env.newsroom)
  const logError = (error: unknown): void => log.error({ err: error }, 'source')
  const ownMenus = env.content === 'embedded' ? await newsroomMenus(newsroom, logError) : {}
  const services = createServices(env.serviceOverrides, ownMenus)
  const liveMenus = createLiveMenus()
  const lookUp = createServiceLookup(services, env.service)
  const serviceOf = (host: string | undefined): Service => liveMenus.applied(lookUp(host))
  const images = imageRules({
    services,
    cdn: env.cdn,
    template: env.cdnTemplate,
    cropTemplate: env.cdnCropTemplate,
    bucketUrl: env.bucketUrl,
    ...(env.picturesStay && { keptSites: [...new Set(Object.values(env.cmsUrls))] }),
  })
  const { assets, ampStyles, version } = await readBuild(root)
  const report = problemLog(log)

  const metrics = createMetrics({
    counts,
    pageCache,
    version,
    textOfAll: cluster.isWorker ? metricsOfAll : undefined,
  })
  const telemetry =
    env.telemetry && (await openedTelemetry(env.telemetry, { registry: metrics.registry, version, log }))
  const { source, wordpress, storage } = await openSource(env, { newsroom, hosts, watch: metrics.hosts, clock, log })
  const cache = createContentCache(
    (key, error) => log.error({ key, err: error }, 'content is stale'),
    clock,
    env.contents,
  )
  const library = createLibrary({
    source: observed(source, metrics.asked),
    cache,
    ...(storage && {
      stored: {
        storage: observedStorage(storage, metrics.asked),
        cache,
        tell: sparingly((words, facts) => log.warn(facts, words)),
      },
    }),
    services,
    images,
    cmsUrls: env.cmsUrls,
    ...(env.giphy && { giphy: createGiphy(env.giphy, report, clock, { watch: logged(metrics.hosts, log), ...hosts }) }),
    report,
    advertising: {
      isOn: (service) => isAdvertising(env.integrations, service),
      onRemoved: removalLog(log),
    },
  })
  const webSub = env.feeds.hub === undefined ? undefined : createWebSub(env.feeds.hub, logError)
  const { stopForgetting, ...keeper } = await keeperOf(env, root, log)
  const store = await openStore(env.store, log, metrics.store)
  const proxies = env.proxies && createProxies(env.proxies, store !== undefined, logError)
  const purging = createPurging({
    here(matches) {
      library.expire()
      return pageCache?.purge(matches) ?? 0
    },
    ...(store && { store }),
    ...(proxies && { proxies }),
    publish: (service) => void webSub?.publish(feedTopics(service)),
    onError: logError,
  })
  const app = createApp({
    library,
    services,
    serviceOf,
    assets,
    ampStyles,
    integrations: env.integrations,
    feeds: env.feeds,
    ...(env.giphy && { giphyOrigins: giphyOrigins(env.giphy.apiUrl) }),
    ...keeper,
    folders: {
      build: join(root, 'dist'),
      public: join(root, 'public'),
      ...(env.cdn.startsWith('/') && { newsroomImages: join(newsroom, 'images') }),
    },
    readiness,
    trusts,
    disbelieve,
    metrics,
    ...(env.metricsToken !== undefined && { metricsToken: env.metricsToken }),
    ...(env.securityContacts && { securityContacts: env.securityContacts }),
    purge: {
      ...(env.purgeToken !== undefined && { token: env.purgeToken }),
      purge: purging.told,
    },
    ...(store && { store }),
    ...(access && { access }),
    ...(telemetry?.tracing && { tracing: telemetry.tracing }),
    ...(failures && { failures }),
    version,
    log,
    report,
  })
  const isReady = (): void => {
    readiness.isReady = true
  }
  // While the content cannot be had, kept pages are worth more than an instance that nobody is sent to.
  const failed = hasKeptPages ? isReady : () => {}
  const ready = firstContent(library, services[env.service], log, failed).then(isReady)
  const freshness =
    wordpress &&
    keepFresh({
      source: wordpress,
      menus: liveMenus,
      services: Object.values(services),
      interval: env.cmsPollInterval,
      purge: purging.found,
      onError: logError,
    })
  return {
    app,
    ready,
    close: async () => {
      freshness?.close()
      await purging.close()
      stopForgetting?.()
      await keeper.confirmations?.close()
      await telemetry?.close()
    },
  }
}

/** Most of it is OpenTelemetry's own: nobody loads it who does not want it. */
async function openedTelemetry(...given: Parameters<typeof openTelemetry>): Promise<Telemetry> {
  const loaded = await import('./tracing/open-telemetry.ts')
  return loaded.openTelemetry(...given)
}

/**
 * The newsletter provider when there is one, else a database of the portal's own.
 * @throws when there is neither: the machine lacks the database's driver
 */
async function keeperOf(
  env: Env,
  root: string,
  log: Logger,
): Promise<Pick<AppDependencies, 'subscribers'> & { confirmations?: SubscriberDatabase; stopForgetting?(): void }> {
  if (env.sare) return { subscribers: createSare(env.sare) }
  await requireDriver()
  const file = resolve(root, env.subscribersFile)
  const notify = noticeLog(log)
  const open = (): SubscriberDatabase =>
    createSubscriberDatabase({ file, program: join(root, 'dist/subscribers-thread.js'), notify })
  const database = open()
  const onError = (error: unknown): void => log.error({ error: String(error) }, 'newsletter')
  const stopForgetting = keepForgetting({ file, open, notify, onError })
  return { subscribers: database, confirmations: database, stopForgetting }
}
