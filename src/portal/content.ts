import { readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type ImageRules, imageRules } from '../content/image-rules.ts'
import type { OwnBlocks } from '../content/own-block.ts'
import type { WordPressMedia } from '../features/media/wordpress-media.ts'
import { scrollLists } from '../features/reading-on/scroll-lists.ts'
import { openIndexes } from '../features/search/search-indexes.ts'
import { integrationsFor, isAdvertising } from '../integrations/for-service.ts'
import type { Integrations } from '../integrations/settings.ts'
import { imageSizes } from '../media/measured-images.ts'
import { removalLog } from '../observability/log/problem-log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Service } from '../services/service.ts'
import { createContentCache } from '../sources/cache/content-cache.ts'
import { type ContentRepositories, createContentRepositories } from '../sources/content-repositories.ts'
import { BUILT_INDEX } from '../sources/embedded/built-index.ts'
import { newsroomFolder } from '../sources/embedded/newsroom-folder.ts'
import type { NewsroomIndexFiles } from '../sources/embedded/newsroom-index.ts'
import { instrumented, instrumentedStorage } from '../sources/instrumented.ts'
import { logged, type OpenSource, openSource } from '../sources/open-source.ts'
import { sparingly } from '../sources/stored-articles.ts'
import type { Report } from '../system/report.ts'
import type { SharedStore } from '../system/store/shared-store.ts'
import type { ApplicationSettings } from './application-settings.ts'

export interface Content {
  repositories: ContentRepositories
  images: ImageRules
  opened: OpenSource
  wordPressMedia: WordPressMedia | undefined
  closeSearch(): Promise<void>
  prepareSearch(): Promise<void>
}

interface ContentUses {
  metrics: Metrics
  ownBlocks: OwnBlocks | undefined
  integrations: Integrations
  store: SharedStore | undefined
  report: Report
}

/**
 * Opens the source, and what stands between it and the pages.
 * @throws when a CMS rejects the credentials
 */
export async function openContent(settings: ApplicationSettings, uses: ContentUses): Promise<Content> {
  const { env, root, build, log, hosts, clock, showsDrafts } = settings
  const { metrics, ownBlocks } = uses
  const newsroom = newsroomFolder(root, env)
  let opened: OpenSource | undefined
  const wordPressMedia =
    env.content === 'wordpress'
      ? await wordPressMediaOf(settings, (url, host) => opened?.wordpress?.hasLinksOn(url, host) ?? false)
      : undefined
  const images = imageRules({
    services: env.services,
    cdn: env.cdn,
    template: env.cdnTemplate,
    cropTemplate: env.cdnCropTemplate,
    mailTemplate: env.cdnMailTemplate,
    bucketUrl: env.bucketUrl,
    remote: wordPressMedia?.media,
  })
  const search = await openIndexes(env, log, metrics.searchIndex)
  const folder = env.pageCache.file && join(dirname(resolve(root, env.pageCache.file)), SEARCH_INDEXES)
  const program = (): Promise<string> => readFile(join(build, 'build-id'), 'utf8')
  opened = await openSource(env, {
    newsroom,
    hosts,
    watch: metrics.hosts,
    clock,
    log,
    ownBlocks,
    showsDrafts,
    indexes: search.indexes,
    newsroomIndex: { ...newsroomIndexFiles(root, build, env.pageCache.file), program },
    searchIndexes: folder === undefined ? undefined : { folder, program },
    sizeOf: imageSizes(join(newsroom, 'images')),
  })
  const repositories = createContentRepositories({
    ...readingOf(settings, uses, opened),
    giphy: env.giphy && (await giphyOf(env.giphy, settings, uses)),
    images,
    background: search.background,
  })
  return {
    repositories,
    images,
    opened,
    wordPressMedia,
    closeSearch: search.close,
    async prepareSearch() {
      if (opened?.embedded && search.indexes.follow) await opened.embedded.prepareSearches(Object.values(env.services))
      else if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function wordPressMediaOf(
  { env, root, log, mediaNetwork: network }: ApplicationSettings,
  isLinkHost: (url: string, host: string) => boolean,
): Promise<WordPressMedia | undefined> {
  const { openWordPressMedia } = await import('../features/media/wordpress-media.ts')
  return openWordPressMedia(env, env.services, { root, log, network, isLinkHost })
}

async function giphyOf(
  giphy: NonNullable<ApplicationSettings['env']['giphy']>,
  { hosts, clock, log }: ApplicationSettings,
  { metrics, report }: ContentUses,
) {
  const { createGiphy } = await import('../sources/giphy/giphy.ts')
  return createGiphy(giphy, report, clock, { watch: logged(metrics.hosts, log), ...hosts })
}

function readingOf(
  { env, clock, log }: ApplicationSettings,
  { metrics, ownBlocks, integrations, store, report }: ContentUses,
  { source, storage }: OpenSource,
) {
  const cache = createContentCache(
    (key, error) => log.error({ key, err: error }, 'content is stale'),
    clock,
    env.contents,
  )
  return {
    source: instrumented(source, metrics.called),
    cache,
    stored: storage && {
      storage: instrumentedStorage(storage, metrics.called),
      cache,
      onFailure: sparingly((words, facts) => log.warn(facts, words)),
    },
    services: env.services,
    cmsUrls: env.cmsUrls,
    report,
    ownBlocks,
    scrollLists: store && scrollLists(store, report),
    advertising: {
      isOn: (service: Parameters<typeof isAdvertising>[1]) =>
        isAdvertising(integrationsFor(integrations, service), service),
      onRemoved: removalLog(log),
    },
  }
}

const SEARCH_INDEXES = 'search-indexes'

/**
 * (SRC-62)
 * @param pages file of the persisted pages
 */
function newsroomIndexFiles(root: string, build: string, pages: string | undefined): NewsroomIndexFiles {
  return {
    built: join(build, BUILT_INDEX),
    own: pages === undefined ? undefined : join(dirname(resolve(root, pages)), BUILT_INDEX),
  }
}

const RETRY_MS = 1000
/** Milliseconds. */
const SERVED_LIMIT = 500

interface FirstContentUses {
  log: Logger
  failed(): void
  waiting: readonly ServerResponse[]
}

/** After readers who wait. */
export async function firstContent(
  repositories: ContentRepositories,
  service: Service,
  { log, failed, waiting }: FirstContentUses,
): Promise<void> {
  for (;;) {
    try {
      await repositories.prepare()
      await Promise.race([Promise.all(waiting.map(served)), wait(SERVED_LIMIT)])
      await repositories.reader(service).home()
      return
    } catch (error) {
      log.error({ err: error }, 'no content yet')
      failed()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
}

function served(response: ServerResponse): unknown {
  return response.writableEnded || new Promise((resolve) => response.once('close', resolve))
}
