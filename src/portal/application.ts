import cluster from 'node:cluster'
import type { RequestListener } from 'node:http'
import { dirname, resolve } from 'node:path'
import type { Express } from 'express'
import type { SendCaptured } from '../edge/page-cache/dispatch.ts'
import { type BreakingNews, followBreakingNews } from '../features/breaking/breaking-news.ts'
import type { GitNewsroom } from '../features/git-newsroom/git-newsroom.ts'
import { createFollowedCoverages } from '../features/live/followed-coverages.ts'
import { createMostRead } from '../features/most-read/most-read.ts'
import { openNewsletter } from '../features/newsletter/newsletter.ts'
import type { OwnPush, OwnPushUses } from '../features/push/push.ts'
import { compressedCaptured } from '../http/middleware/compression.ts'
import type { Integrations } from '../integrations/settings.ts'
import { problemLog } from '../observability/log/problem-log.ts'
import type { MachineSettings } from '../observability/machine-figures.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import type { openTelemetry, Telemetry } from '../observability/tracing/open-telemetry.ts'
import { existingService } from '../services/registry.ts'
import { BREAKING_FILE } from '../site/site.ts'
import { newsroomMenus } from '../sources/embedded/menu.ts'
import { newsroomFolder, ownNewsroomFolder } from '../sources/embedded/newsroom-folder.ts'
import { createLiveMenus, type LiveMenus } from '../sources/live-menus.ts'
import { openStore } from '../system/store/open-store.ts'
import { activeExtension } from './active-extension.ts'
import { createApp } from './app.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { readBuild } from './build.ts'
import { firstContent, openContent } from './content.ts'
import { watchContent } from './content-watch.ts'
import type { watchDatabase } from './database-watch.ts'
import { dependenciesOf, type Opened, rankingOf, requestSettings, siteFolder } from './dependencies.ts'
import { featuresOf } from './features.ts'
import { lateModulesOf, loadLateModules } from './late-modules.ts'
import { openPurging } from './purges.ts'
import { type SharedReleases, shareReleaseFiles } from './release-files.ts'
import type { Env } from './settings/env.ts'
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
 * Loaded late, because it imports most of the program (docs/decisions/023).
 * @throws when the build is missing, or a CMS rejects the credentials
 */
export async function startApplication(settings: ApplicationSettings): Promise<Application> {
  const { env, log, clock } = settings
  const onError = (error: unknown): void => log.error({ err: error }, 'source')
  const closing = createClosing()
  const gitNewsroom = await openedGitNewsroom(settings)
  const menus = await menusOf(settings)
  const opened = await openAll(settings, closing, onError, gitNewsroom)
  const { content, built, purging } = opened
  const { version } = built
  const followed = createFollowedCoverages(clock)
  const app: Express = createApp(
    requestSettings(settings, opened, menus),
    dependenciesOf(settings, opened, (request, response) => app(request, response)),
    featuresOf({
      operated: { readiness: settings.readiness, version, onPurgeOfAll: () => watch.readMenus() },
      newsletter: opened.newsletter,
      ownPush: opened.ownPush,
      followed,
      gitNewsroom,
      wordPressMedia: content.wordPressMedia,
      otherReleases: opened.releases?.releases,
      pageViews: settings.pageViews,
      referrers: opened.referrers?.ranking,
    }),
  )
  const ready = readyOnce(settings, opened, closing.signal, onError)
  ready
    .then(() => loadLateModules(log, closing.signal, [...lateModulesOf(settings.env), content.prepareSearch]))
    .catch(() => {})
  const watch = watchContent({
    env,
    opened: content.opened,
    menus,
    services: env.services,
    followed,
    purging,
    version,
    onError,
  })
  closing.add(watch.close)
  gitNewsroom?.follow({
    onShown: () => content.opened.embedded?.rescan().catch(onError),
    announce: purging.announceNewsroom,
  })
  closing.add(gitNewsroom?.close)
  return {
    app,
    sendCaptured: compressedCaptured(),
    ready,
    catchUp: () => (env.feeds.hub === undefined ? undefined : purging.catchUp()),
    close: closing.close,
  }
}

/** What was opened last is closed first. */
function createClosing() {
  const ending = new AbortController()
  const opened: Array<(() => unknown) | undefined> = []
  return {
    /** Aborted when the application closes. */
    signal: ending.signal,
    /** @param close absent: there is nothing to close */
    add: (close: (() => unknown) | undefined): void => void opened.push(close),
    async close(): Promise<void> {
      ending.abort()
      for (const close of opened.reverse()) await close?.()
    },
  }
}

type Closing = ReturnType<typeof createClosing>

async function openAll(
  settings: ApplicationSettings,
  closing: Closing,
  onError: (error: unknown) => void,
  gitNewsroom: GitNewsroom | undefined,
): Promise<Opened> {
  const { env, root, build, log, pageCache, pageViews } = settings
  const built = await readBuild(root, build)
  const { version } = built
  const report = problemLog(log)
  const extension = activeExtension(env, log)
  const scripts = extension && extension.scripts.length > 0 ? extension.scripts : undefined
  const integrations: Integrations = { ...env.integrations, ...(scripts && { scripts }) }
  const metrics = metricsOf(settings, version)
  const telemetry =
    env.telemetry && (await openedTelemetry(env.telemetry, { registry: metrics.registry, version, log }))
  closing.add(telemetry?.close)
  const databaseWatch = env.database && (await watchedDatabase(env.database, metrics.database))
  closing.add(databaseWatch?.close)
  const { store, releases } = await openShared(settings, metrics)
  const ownBlocks = extension && new Map(extension.blocks.map((block) => [block.name, block]))
  const content = await openContent(settings, { metrics, ownBlocks, integrations, store, report })
  closing.add(content.closeSearch)
  const { services } = env
  const { repositories, images } = content
  const { reader } = repositories
  // Known below; until then there is no line.
  let news: Pick<BreakingNews, 'of'> | undefined
  const newsletter = await openNewsletter(env, {
    ...{ root, build, services, reader, images, metrics, log },
    breaking: (service) => news?.of(service),
  })
  closing.add(newsletter.close)
  const ownPush = await openedPush(env, {
    ...{ root, build, services, reader, metrics, log },
    breaking: (service) => news?.of(service),
  })
  closing.add(ownPush?.close)
  const mostRead = pageViews && createMostRead({ take: pageViews.take, store })
  const referrers =
    pageViews && env.metricsToken !== undefined
      ? createMostRead({ take: pageViews.takeReferrers, store, name: 'referrers' })
      : undefined
  const purging = openPurging({
    env,
    services,
    repositories,
    pageCache,
    store,
    onError,
    renew: settings.renew,
    ranking: rankingOf(mostRead),
    ampCacheOrigin: settings.ampCacheOrigin,
    onAmpCacheUpdate: metrics.ampCacheUpdated,
    onNewsroom: gitNewsroom?.noticed,
    signal: closing.signal,
  })
  closing.add(purging.close)
  // Before purging ends, which closes the store: the last views go there.
  closing.add(mostRead?.close)
  closing.add(referrers?.close)
  const breaking = await followBreakingNews({
    folder: siteFolder(settings),
    services,
    reader,
    purge: purging.detected,
    onError,
    onBadFile: (problems) =>
      log.warn({ file: BREAKING_FILE, problems }, 'breaking news are not usable: the last ones stay'),
  })
  news = breaking
  closing.add(breaking.close)
  // First of all, so that the index calls no CMS, and gives its lease back while the database is open.
  closing.add(repositories.close)
  closing.add(releases?.close)
  return {
    built,
    integrations,
    metrics,
    telemetry,
    store,
    releases,
    report,
    content,
    newsletter,
    ownPush,
    mostRead,
    referrers,
    purging,
    breaking,
  }
}

/** Those of the newsroom's folder, for the first pages. A broken one is reported with the folder's other files. */
async function menusOf({ env, root }: ApplicationSettings): Promise<LiveMenus> {
  const menus = createLiveMenus()
  if (env.content !== 'embedded') return menus
  const own = await newsroomMenus(newsroomFolder(root, env), Object.keys(env.services), () => {})
  for (const [name, menu] of Object.entries(own)) menus.set(name, menu)
  return menus
}

function metricsOf(
  { env, root, counts, readers, refusedCrawlers, pageCache, readiness }: ApplicationSettings,
  version: string,
): Metrics {
  return createMetrics({
    counts,
    readers,
    refusedCrawlers,
    pageCache,
    version,
    machine: machineOf(env, root),
    isReady: () => readiness.isReady && !readiness.isDraining,
    textOfAll: cluster.isWorker ? metricsOfAll : undefined,
  })
}

/** The store that instances share, and this build's files in it. */
async function openShared(
  { env, build, log }: ApplicationSettings,
  metrics: Metrics,
): Promise<Pick<Opened, 'store' | 'releases'>> {
  let releases: SharedReleases | undefined
  const store = await openStore(env.store, log, {
    onChange(isThere) {
      metrics.store(isThere)
      if (isThere) releases?.again()
    },
    onRefusal: metrics.storeRefuses,
  })
  releases = await shareReleaseFiles(env.releaseFiles, build, store, log)
  return { store, releases }
}

/** Resolves when the first content is available, and the most read pages are rendered. */
function readyOnce(
  { env, pageCache, renew, log, readiness, hasPersistedPages }: ApplicationSettings,
  { content, releases, purging, mostRead, built }: Opened,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const { services } = env
  const isReady = async (): Promise<void> => {
    await releases?.published
    if (!readiness.isReady) purging.started(built.version).catch(onError)
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
      signal,
      log,
      hottest: mostRead?.hottest ?? (async () => []),
    })
  const first = firstContent(content.repositories, existingService(services, env.service), log, failed)
  return first.then(warm).then(isReady)
}

/**
 * Loads what fetches the newsroom only where it is in Git. Where commits cannot be kept, the newsroom of the image is shown, and the log
 * says why.
 */
async function openedGitNewsroom({ env, root, build, log }: ApplicationSettings): Promise<GitNewsroom | undefined> {
  if (!env.gitNewsroom) return undefined
  const { openGitNewsroom } = await import('../features/git-newsroom/git-newsroom.ts')
  const own = ownNewsroomFolder(root, env)
  const services = Object.keys(env.services)
  return openGitNewsroom({ settings: env.gitNewsroom, root, build, services, own, log }).catch((error: unknown) => {
    log.error({ err: error }, 'NEWSROOM_GIT: the folder of NEWSROOM_GIT_DIR cannot be written')
    return undefined
  })
}

/** Loads what sends notifications only where it has keys. */
async function openedPush(env: Env, uses: OwnPushUses): Promise<OwnPush | undefined> {
  if (!env.ownPush) return undefined
  return (await import('../features/push/push.ts')).openOwnPush(env.ownPush, env, uses)
}

/** Loads the driver only where there is a database. */
async function watchedDatabase(...args: Parameters<typeof watchDatabase>): Promise<ReturnType<typeof watchDatabase>> {
  return (await import('./database-watch.ts')).watchDatabase(...args)
}

/** Loads OpenTelemetry only where it is configured. */
async function openedTelemetry(...args: Parameters<typeof openTelemetry>): Promise<Telemetry> {
  const loaded = await import('../observability/tracing/open-telemetry.ts')
  return loaded.openTelemetry(...args)
}

/** Where this portal writes, and what its backups write (OBS-43). */
function machineOf(env: Env, root: string): MachineSettings {
  const { newsletterProvider, database, subscribersFile, pageCache, mediaCache, backupFile } = env
  return {
    folders: {
      ...(newsletterProvider.kind === 'own' && !database && { subscribers: dirname(resolve(root, subscribersFile)) }),
      ...(pageCache.file !== undefined && { pages: dirname(resolve(root, pageCache.file)) }),
      ...(mediaCache && env.content === 'wordpress' && { media: resolve(root, mediaCache.folder) }),
    },
    ...(backupFile !== undefined && { backup: resolve(root, backupFile) }),
  }
}
