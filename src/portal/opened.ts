import cluster from 'node:cluster'
import { dirname, join, resolve } from 'node:path'
import { type BreakingNews, followBreakingNews } from '../features/breaking/breaking-news.ts'
import type { GitNewsroom } from '../features/git-newsroom/git-newsroom.ts'
import { createMostRead, type MostRead } from '../features/most-read/most-read.ts'
import { type Newsletter, openNewsletter } from '../features/newsletter/newsletter.ts'
import type { OwnPush, OwnPushUses } from '../features/push/push.ts'
import type { Integrations } from '../integrations/settings.ts'
import { problemLog } from '../observability/log/problem-log.ts'
import type { MachineSettings } from '../observability/machine-figures.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import type { openTelemetry, Telemetry } from '../observability/tracing/open-telemetry.ts'
import type { Extension } from '../site/extension/extension.ts'
import { BREAKING_FILE } from '../site/site.ts'
import { commandLine } from '../system/command-line.ts'
import type { Report } from '../system/report.ts'
import { openStore } from '../system/store/open-store.ts'
import type { SharedStore } from '../system/store/shared-store.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { type Build, readBuild } from './build.ts'
import { type Content, openContent } from './content.ts'
import type { watchDatabase } from './database-watch.ts'
import { openPurging } from './purges.ts'
import type { Purging } from './purging.ts'
import { type SharedReleases, shareReleaseFiles } from './release-files.ts'
import type { Env } from './settings/env.ts'
import { metricsOfAll } from './workers/worker.ts'

export interface Opened {
  built: Build
  integrations: Integrations
  metrics: Metrics
  telemetry: Telemetry | undefined
  store: SharedStore | undefined
  releases: SharedReleases | undefined
  report: Report
  content: Content
  newsletter: Newsletter
  ownPush: OwnPush | undefined
  mostRead: MostRead | undefined
  referrers: MostRead | undefined
  purging: Purging
  breaking: BreakingNews
}

export const rankingOf = (mostRead: MostRead | undefined): MostRead['ranking'] => mostRead?.ranking ?? (async () => [])

export function siteFolder({ env, root }: ApplicationSettings): string | undefined {
  return env.siteDir === undefined ? undefined : resolve(root, env.siteDir)
}

/** What was opened last is closed first. */
export function createClosing() {
  const ending = new AbortController()
  const opened: Array<(() => unknown) | undefined> = []
  return {
    signal: ending.signal,
    add: (close: (() => unknown) | undefined): void => void opened.push(close),
    async close(): Promise<void> {
      ending.abort()
      for (const close of opened.reverse()) await close?.()
    },
  }
}

type Closing = ReturnType<typeof createClosing>

export async function openAll(
  settings: ApplicationSettings,
  closing: Closing,
  onError: (error: unknown) => void,
  gitNewsroom: GitNewsroom | undefined,
): Promise<Opened> {
  const { env, root, build, log, pageCache, pageViews } = settings
  const foundations = await openFoundations(settings, closing)
  const { metrics, store, releases, content } = foundations
  const { services } = env
  const { repositories, images } = content
  const { reader } = repositories
  let news: BreakingNews | undefined
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
    onContent: () => news?.contentChanged(),
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
  // First, so that the index calls no CMS, and gives its lease back while the database is open.
  closing.add(repositories.close)
  closing.add(releases?.close)
  return { ...foundations, newsletter, ownPush, mostRead, referrers, purging, breaking }
}

type Foundations = Omit<Opened, 'newsletter' | 'ownPush' | 'mostRead' | 'referrers' | 'purging' | 'breaking'>

async function openFoundations(settings: ApplicationSettings, closing: Closing): Promise<Foundations> {
  const { env, root, build, log } = settings
  const built = await readBuild(root, build)
  const { version } = built
  const report = problemLog(log)
  const own = await activeExtension(settings)
  const extension = own?.extension
  const scripts = extension && extension.scripts.length > 0 ? extension.scripts : undefined
  const integrations: Integrations = { ...env.integrations, scripts }
  const metrics = metricsOf(settings, version)
  const telemetry =
    env.telemetry && (await openedTelemetry(env.telemetry, { registry: metrics.registry, version, log }))
  closing.add(telemetry?.close)
  const databaseWatch = env.database && (await watchedDatabase(env.database, metrics.database))
  closing.add(databaseWatch?.close)
  const { store, releases } = await openShared(settings, metrics, own?.assets)
  const ownBlocks = extension && new Map(extension.blocks.map((block) => [block.name, block]))
  const content = await openContent(settings, { metrics, ownBlocks, integrations, store, report })
  closing.add(content.closeSearch)
  return { built, integrations, metrics, telemetry, store, releases, report, content }
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

async function openShared(
  { env, build, log }: ApplicationSettings,
  metrics: Metrics,
  extensionAssets: string | undefined,
): Promise<Pick<Opened, 'store' | 'releases'>> {
  const folders = [join(build, 'assets'), ...(extensionAssets === undefined ? [] : [extensionAssets])]
  let releases: SharedReleases | undefined
  const store = await openStore(env.store, log, {
    onChange(isThere) {
      metrics.store(isThere)
      if (isThere) releases?.again()
    },
    onRefusal: metrics.storeRefuses,
  })
  releases = await shareReleaseFiles(env.releaseFiles, folders, store, log)
  return { store, releases }
}

async function openedPush(env: Env, uses: OwnPushUses): Promise<OwnPush | undefined> {
  if (!env.ownPush) return undefined
  return (await import('../features/push/push.ts')).openOwnPush(env.ownPush, env, uses)
}

async function watchedDatabase(...args: Parameters<typeof watchDatabase>): Promise<ReturnType<typeof watchDatabase>> {
  return (await import('./database-watch.ts')).watchDatabase(...args)
}

async function openedTelemetry(...args: Parameters<typeof openTelemetry>): Promise<Telemetry> {
  const loaded = await import('../observability/tracing/open-telemetry.ts')
  return loaded.openTelemetry(...args)
}

/** Where this portal and its backups write (OBS-43). */
function machineOf(env: Env, root: string): MachineSettings {
  const { newsletterProvider, database, subscribersFile, pageCache, mediaCache, backupFile } = env
  return {
    folders: {
      ...(newsletterProvider.kind === 'own' && !database && { subscribers: dirname(resolve(root, subscribersFile)) }),
      ...(pageCache.file !== undefined && { pages: dirname(resolve(root, pageCache.file)) }),
      ...(mediaCache && env.content === 'wordpress' && { media: resolve(root, mediaCache.folder) }),
    },
    backup: backupFile === undefined ? undefined : resolve(root, backupFile),
  }
}

interface ActiveExtension {
  extension: Extension
  assets: string
}

/** Without it the site is whole: its blocks show their saved markup. */
async function activeExtension(settings: ApplicationSettings): Promise<ActiveExtension | undefined> {
  const { env, build, log } = settings
  const { extensionId, siteDir } = env
  if (extensionId === undefined) return undefined
  const { assetFolder, compiledExtension } = await import('../site/extension/compiled.ts')
  const compiled = compiledExtension(build, siteFolder(settings), extensionId)
  if (compiled) {
    const { loadExtension } = await import('../site/extension/load.ts')
    return { extension: await loadExtension(compiled, build), assets: assetFolder(compiled) }
  }
  log.warn(
    `${siteDir}/extension.ts is not compiled: its blocks show their saved markup and its scripts are missing; run "${commandLine('build', { site: siteDir })}"`,
  )
  return undefined
}
