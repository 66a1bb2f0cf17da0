import type { RequestListener } from 'node:http'
import type { Express } from 'express'
import type { SendCaptured } from '../edge/page-cache/dispatch.ts'
import type { GitNewsroom } from '../features/git-newsroom/git-newsroom.ts'
import { createFollowedCoverages } from '../features/live/followed-coverages.ts'
import { compressedCaptured } from '../http/middleware/compression.ts'
import { existingService } from '../services/registry.ts'
import { newsroomMenus } from '../sources/embedded/menu.ts'
import { newsroomFolder, ownNewsroomFolder } from '../sources/embedded/newsroom-folder.ts'
import { createLiveMenus, type LiveMenus } from '../sources/live-menus.ts'
import { createApp } from './app.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { firstContent } from './content.ts'
import { watchContent } from './content-watch.ts'
import { dependenciesOf, requestSettings } from './dependencies.ts'
import { featuresOf } from './features.ts'
import { lateModulesOf, loadLateModules } from './late-modules.ts'
import { createClosing, type Opened, openAll } from './opened.ts'
import { warmUp } from './warm-up.ts'

/** Everything behind the page cache: rendering, and the content it needs. */
export interface Application {
  app: RequestListener
  sendCaptured: SendCaptured
  /** Resolves when the first content is available. */
  ready: Promise<void>
  /** Applies what other instances have purged, where those who read feeds rely on it (PURGE-11). */
  catchUp(): Promise<void> | undefined
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

async function menusOf({ env, root }: ApplicationSettings): Promise<LiveMenus> {
  const menus = createLiveMenus()
  if (env.content !== 'embedded') return menus
  const own = await newsroomMenus(newsroomFolder(root, env), Object.keys(env.services), () => {})
  for (const [name, menu] of Object.entries(own)) menus.set(name, menu)
  return menus
}

function readyOnce(
  { env, pageCache, renew, log, readiness, hasPersistedPages, waiting }: ApplicationSettings,
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
  // Serving persisted pages is better than staying out of rotation.
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
  const first = firstContent(content.repositories, existingService(services, env.service), { log, failed, waiting })
  return first.then(warm).then(isReady)
}

/** Where commits cannot be kept, the newsroom of the image is shown. */
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
