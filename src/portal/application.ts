import cluster from 'node:cluster'
import { createPublicKey, type KeyObject } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { imageRules } from '../content/images.ts'
import type { SendCaptured } from '../edge/page-cache/dispatch.ts'
import { followBreakingNews } from '../features/breaking/breaking-news.ts'
import { createFollowedCoverages } from '../features/live/followed-coverages.ts'
import { openWordPressMedia } from '../features/media/wordpress-media.ts'
import { createMostRead } from '../features/most-read/most-read.ts'
import { createIssueArchive } from '../features/newsletter/issues/archive.ts'
import type { keepIssues } from '../features/newsletter/start/issues.ts'
import { openSubscribers } from '../features/newsletter/start/subscribers.ts'
import { scrollLists } from '../features/reading-on/scroll-lists.ts'
import { openIndexes } from '../features/search/search-indexes.ts'
import { compressedCaptured } from '../http/middleware/compression.ts'
import { integrationsFor, isAdvertising } from '../integrations/for-service.ts'
import type { Integrations } from '../integrations/settings.ts'
import { imageSizes } from '../media/image-sizes.ts'
import { problemLog, removalLog } from '../observability/log/problem-log.ts'
import { createMetrics } from '../observability/metrics.ts'
import type { openTelemetry, Telemetry } from '../observability/tracing/open-telemetry.ts'
import { createServiceLookup, existingService } from '../services/registry.ts'
import type { Service } from '../services/service.ts'
import { BREAKING_FILE } from '../site/site.ts'
import { createContentCache } from '../sources/cache/content-cache.ts'
import { createContentRepositories } from '../sources/content-repositories.ts'
import { newsroomMenus } from '../sources/embedded/menu.ts'
import { newsroomFolder } from '../sources/embedded/newsroom-folder.ts'
import { createGiphy } from '../sources/giphy/giphy.ts'
import { giphyOrigins } from '../sources/giphy/item.ts'
import { instrumented, instrumentedStorage } from '../sources/instrumented.ts'
import { createLiveMenus } from '../sources/live-menus.ts'
import { logged, openSource } from '../sources/open-source.ts'
import { sparingly } from '../sources/stored-articles.ts'
import type { WordPressSource } from '../sources/wordpress/wordpress.ts'
import { openStore } from '../system/store/open-store.ts'
import { activeExtension } from './active-extension.ts'
import { createApp } from './app.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { readBuild } from './build.ts'
import { watchContent } from './content-watch.ts'
import type { watchDatabase } from './database-watch.ts'
import { firstContent } from './first-content.ts'
import { machineOf } from './machine.ts'
import { newsroomIndexFiles } from './newsroom-index-files.ts'
import { openPurging } from './purges.ts'
import { type SharedReleases, shareReleaseFiles } from './release-files.ts'
import { warmUp } from './warm-up.ts'
import { metricsOfAll } from './workers/worker.ts'

/** Everything behind the page cache: rendering, and the content it needs. */
export interface Application {
  app: RequestListener
  /** Sends what the page cache does not store. */
  sendCaptured: SendCaptured
  /** Resolves when the first content is available. */
  ready: Promise<void>
  /** Applies what other instances have purged until now, where those who read feeds rely on it (PURGE-11). */
  catchUp(): Promise<void> | undefined
  /** Closes open files once no request needs them. */
  close(): Promise<void>
}

/**
 * Wires the application together. A module of its own, loaded late, because it imports most of the program
 * (docs/decisions/023).
 * @throws when the build is missing, or a CMS rejects the credentials
 */
export async function startApplication({
  env,
  root,
  build,
  log,
  hosts,
  mediaNetwork,
  ampCacheOrigin,
  clock,
  showsDrafts,
  pageCache,
  pageViews,
  renew,
  counts,
  readers,
  hasPersistedPages,
  readiness,
  trusts,
  disbelieve,
  access,
  failures,
}: ApplicationSettings): Promise<Application> {
  const newsroom = newsroomFolder(root, env)
  const logError = (error: unknown): void => log.error({ err: error }, 'source')
  const { services } = env
  const liveMenus = createLiveMenus()
  // A broken one is reported with the other files.
  const ownMenus = env.content === 'embedded' ? await newsroomMenus(newsroom, Object.keys(services), () => {}) : {}
  for (const [name, menu] of Object.entries(ownMenus)) liveMenus.set(name, menu)
  const lookUp = createServiceLookup(services, env.service)
  const serviceOf = (host: string | undefined): Service => liveMenus.applied(lookUp(host))
  let wordpress: WordPressSource | undefined
  const wordPressMedia =
    env.content === 'wordpress'
      ? openWordPressMedia(env, services, {
          root,
          log,
          network: mediaNetwork,
          isLinkHost: (url, host) => wordpress?.hasLinksOn(url, host) ?? false,
        })
      : undefined
  const images = imageRules({
    services,
    cdn: env.cdn,
    template: env.cdnTemplate,
    cropTemplate: env.cdnCropTemplate,
    mailTemplate: env.cdnMailTemplate,
    bucketUrl: env.bucketUrl,
    ...(wordPressMedia && { remote: wordPressMedia.media }),
  })
  const { assets, ampStyles, version } = await readBuild(root, build)
  const report = problemLog(log)

  const extension = activeExtension(env, log)
  const ownBlocks = extension && new Map(extension.blocks.map((block) => [block.name, block]))
  const integrations: Integrations = {
    ...env.integrations,
    ...(extension && extension.scripts.length > 0 && { scripts: extension.scripts }),
  }

  const metrics = createMetrics({
    counts,
    readers,
    pageCache,
    version,
    machine: machineOf(env, root),
    isReady: () => readiness.isReady && !readiness.isDraining,
    textOfAll: cluster.isWorker ? metricsOfAll : undefined,
  })
  const telemetry =
    env.telemetry && (await openedTelemetry(env.telemetry, { registry: metrics.registry, version, log }))
  const databaseWatch = env.database && (await watchedDatabase(env.database, metrics.database))
  const search = await openIndexes(env, log, metrics.searchIndex)
  const opened = await openSource(env, {
    newsroom,
    hosts,
    watch: metrics.hosts,
    clock,
    log,
    ownBlocks,
    showsDrafts,
    indexes: search.indexes,
    newsroomIndex: newsroomIndexFiles(root, build, env.pageCache.file),
    sizeOf: imageSizes(join(newsroom, 'images')),
  })
  const { source, storage } = opened
  wordpress = opened.wordpress
  const cache = createContentCache(
    (key, error) => log.error({ key, err: error }, 'content is stale'),
    clock,
    env.contents,
  )
  let shared: SharedReleases | undefined
  const store = await openStore(env.store, log, {
    onChange(isThere) {
      metrics.store(isThere)
      if (isThere) shared?.again()
    },
    onRefusal: metrics.storeRefuses,
  })
  shared = await shareReleaseFiles(env.releaseFiles, build, store, log)
  const repositories = createContentRepositories({
    source: instrumented(source, metrics.called),
    cache,
    ...(storage && {
      stored: {
        storage: instrumentedStorage(storage, metrics.called),
        cache,
        onFailure: sparingly((words, facts) => log.warn(facts, words)),
      },
    }),
    services,
    images,
    cmsUrls: env.cmsUrls,
    ...(env.giphy && { giphy: createGiphy(env.giphy, report, clock, { watch: logged(metrics.hosts, log), ...hosts }) }),
    report,
    ...(ownBlocks && { ownBlocks }),
    ...(search.background && { background: search.background }),
    ...(store && { scrollLists: scrollLists(store, report) }),
    advertising: {
      isOn: (service) => isAdvertising(integrationsFor(integrations, service), service),
      onRemoved: removalLog(log),
    },
  })
  const { closeSubscribers, ...keeper } = await openSubscribers(
    env,
    { root, build, services, onMail: metrics.mailed },
    log,
  )
  const { subscriberStore, isThere = () => true } = keeper
  const issues =
    subscriberStore &&
    (await keptIssues({
      env,
      root,
      services,
      store: subscriberStore,
      isThere,
      reader: repositories.reader,
      images,
      log,
      onWaiting: metrics.issueWaits,
      onMail: metrics.mailed,
    }))
  const mostRead = pageViews && createMostRead({ take: pageViews.take, ...(store && { store }) })
  const closing = new AbortController()
  const purging = openPurging({
    env,
    services,
    repositories,
    pageCache,
    store,
    renew,
    ranking: mostRead?.ranking ?? (async () => []),
    ampCacheOrigin,
    onAmpCacheUpdate: metrics.ampCacheUpdated,
    signal: closing.signal,
    onError: logError,
  })
  const followed = createFollowedCoverages(clock)
  const siteDir = env.siteDir === undefined ? undefined : resolve(root, env.siteDir)
  const breaking = await followBreakingNews({
    folder: siteDir,
    services,
    reader: repositories.reader,
    purge: purging.detected,
    onBadFile: (problems) =>
      log.warn({ file: BREAKING_FILE, problems }, 'breaking news are not usable: the last ones stay'),
    onError: logError,
  })
  const app = createApp({
    repositories,
    services,
    cmsUrlOf: ({ name, settingsOf }) =>
      env.content === 'wordpress' ? (env.cmsUrls[name] ?? env.cmsUrls[settingsOf]) : undefined,
    ...(wordPressMedia && { wordPressMedia }),
    imageMemory: env.imageMemory,
    serviceOf,
    assets,
    ...(shared && { otherReleases: shared.releases }),
    ampStyles,
    integrations,
    ampProviders: env.ampProviders,
    ...(env.ampCaches && { ampPublicKey: publicKeyOf(env.ampCaches.privateKey) }),
    feeds: env.feeds,
    ...(env.giphy && { giphyOrigins: giphyOrigins(env.giphy.apiUrl) }),
    ...(wordpress && env.integrations.comments === undefined && { postComment: wordpress.postComment }),
    ...(wordpress && { sendForm: wordpress.sendForm }),
    breaking: breaking.of,
    subscribers: keeper.subscribers,
    ...(keeper.newsletterKeeper !== undefined && { newsletterKeeper: keeper.newsletterKeeper }),
    ...(keeper.confirmations && { confirmations: keeper.confirmations }),
    ...(subscriberStore && { issues: createIssueArchive(subscriberStore, isThere) }),
    ...(keeper.subscriberStore && { subscriberStore: keeper.subscriberStore }),
    ...(env.newsletterWebhookToken !== undefined && { newsletterWebhookToken: env.newsletterWebhookToken }),
    folders: {
      build,
      public: [...(siteDir === undefined ? [] : [join(siteDir, 'public')]), join(root, 'public')],
      ...(siteDir !== undefined && { site: siteDir }),
      ...(env.cdn.startsWith('/') && env.content === 'embedded' && { newsroomImages: join(newsroom, 'images') }),
    },
    readiness,
    trusts,
    disbelieve,
    metrics,
    onCoverageAsked: followed.requested,
    ...(env.metricsToken !== undefined && { metricsToken: env.metricsToken }),
    ...(env.indexNow && { searchNoticeKey: env.indexNow.key }),
    ...(env.securityContacts && { securityContacts: env.securityContacts }),
    purge: {
      ...(env.purgeToken !== undefined && { token: env.purgeToken }),
      purge: purging.requested,
      onAll: () => watch.readMenus(),
    },
    previewSecrets: env.previewSecrets,
    mostRead: mostRead?.ranking ?? (async () => []),
    ...(pageViews && { prefetchedViews: pageViews }),
    ...(pageViews && !pageCache && { views: pageViews }),
    ...(store && { store }),
    ...(access && { access }),
    ...(telemetry?.tracing && { tracing: telemetry.tracing }),
    ...(failures && { failures }),
    version,
    lifetimes: env.lifetimes,
    log,
    report,
  })
  const isReady = async (): Promise<void> => {
    await shared?.published
    if (!readiness.isReady) purging.started(version).catch(logError)
    readiness.isReady = true
  }
  // While the content is unavailable, serving persisted pages is better than staying out of rotation.
  const failed = hasPersistedPages ? () => void isReady() : () => {}
  const warm = (): Promise<void> =>
    warmUp({
      ...env.warmUp,
      services,
      fallback: env.service,
      pageCache,
      renew,
      hottest: mostRead?.hottest ?? (async () => []),
      signal: closing.signal,
      log,
    })
  const ready = firstContent(repositories, existingService(services, env.service), log, failed).then(warm).then(isReady)
  const watch = watchContent({
    env,
    opened,
    menus: liveMenus,
    services,
    followed,
    purging,
    version,
    onError: logError,
  })
  return {
    app,
    sendCaptured: compressedCaptured(),
    ready,
    catchUp: () => (env.feeds.hub === undefined ? undefined : purging.catchUp()),
    close: async () => {
      closing.abort()
      watch.close()
      shared?.close()
      breaking.close()
      repositories.close()
      await mostRead?.close()
      await purging.close()
      await issues?.close()
      await closeSubscribers()
      await search.close()
      await databaseWatch?.close()
      await telemetry?.close()
    },
  }
}

/** Loads what makes and sends issues only where a mail server is configured. */
async function keptIssues(settings: Parameters<typeof keepIssues>[0]): Promise<ReturnType<typeof keepIssues>> {
  if (!settings.env.mail) return undefined
  return (await import('../features/newsletter/start/issues.ts')).keepIssues(settings)
}

/** Loads the driver only where there is a database. */
async function watchedDatabase(...args: Parameters<typeof watchDatabase>): Promise<ReturnType<typeof watchDatabase>> {
  return (await import('./database-watch.ts')).watchDatabase(...args)
}

/** PEM, as AMP caches fetch it. */
function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
}

/** Loads OpenTelemetry only where it is configured. */
async function openedTelemetry(...args: Parameters<typeof openTelemetry>): Promise<Telemetry> {
  const loaded = await import('../observability/tracing/open-telemetry.ts')
  return loaded.openTelemetry(...args)
}
