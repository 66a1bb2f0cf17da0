import { join } from 'node:path'
import { type ImageRules, imageRules } from '../content/images.ts'
import type { OwnBlocks } from '../content/own-block.ts'
import { openWordPressMedia, type WordPressMedia } from '../features/media/wordpress-media.ts'
import { scrollLists } from '../features/reading-on/scroll-lists.ts'
import { openIndexes } from '../features/search/search-indexes.ts'
import { integrationsFor, isAdvertising } from '../integrations/for-service.ts'
import type { Integrations } from '../integrations/settings.ts'
import { imageSizes } from '../media/measured-images.ts'
import { removalLog } from '../observability/log/problem-log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createContentCache } from '../sources/cache/content-cache.ts'
import { type ContentRepositories, createContentRepositories } from '../sources/content-repositories.ts'
import { newsroomFolder } from '../sources/embedded/newsroom-folder.ts'
import { createGiphy } from '../sources/giphy/giphy.ts'
import { instrumented, instrumentedStorage } from '../sources/instrumented.ts'
import { logged, type OpenSource, openSource } from '../sources/open-source.ts'
import { sparingly } from '../sources/stored-articles.ts'
import type { Report } from '../system/report.ts'
import type { SharedStore } from '../system/store/shared-store.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { newsroomIndexFiles } from './newsroom-index-files.ts'

export interface Content {
  repositories: ContentRepositories
  images: ImageRules
  opened: OpenSource
  /** Absent: no content comes from a WordPress. */
  wordPressMedia: WordPressMedia | undefined
  closeSearch(): Promise<void>
}

interface ContentUses {
  metrics: Metrics
  ownBlocks: OwnBlocks | undefined
  integrations: Integrations
  store: SharedStore | undefined
  report: Report
}

/**
 * Opens the source, and what stands between it and the pages: its cache, its images, the search.
 * @throws when a CMS rejects the credentials
 */
export async function openContent(settings: ApplicationSettings, uses: ContentUses): Promise<Content> {
  const { env, root, build, log, hosts, clock, showsDrafts } = settings
  const { metrics, ownBlocks } = uses
  const newsroom = newsroomFolder(root, env)
  // Set once the source is open: only requests for files ask for it.
  let opened: OpenSource | undefined
  const wordPressMedia =
    env.content === 'wordpress'
      ? openWordPressMedia(env, env.services, {
          root,
          log,
          network: settings.mediaNetwork,
          isLinkHost: (url, host) => opened?.wordpress?.hasLinksOn(url, host) ?? false,
        })
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
  opened = await openSource(env, {
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
  const repositories = createContentRepositories({
    ...readingOf(settings, uses, opened),
    images,
    background: search.background,
  })
  return {
    repositories,
    images,
    opened,
    wordPressMedia,
    closeSearch: search.close,
  }
}

/** The source with its cache, and what is read in addition to it. */
function readingOf(
  { env, hosts, clock, log }: ApplicationSettings,
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
    giphy: env.giphy && createGiphy(env.giphy, report, clock, { watch: logged(metrics.hosts, log), ...hosts }),
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
