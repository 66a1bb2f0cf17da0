import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Size } from '../content/image-sizes.ts'
import type { OwnBlocks } from '../content/own-block.ts'
import type { HostWatch } from '../observability/host-watch.ts'
import type { SearchIndexes } from '../search/search-indexes.ts'
import { existingService } from '../services/registry.ts'
import type { Services } from '../services/service.ts'
import type { Clock } from '../system/clock.ts'
import type { EmbeddedSource } from './embedded/embedded.ts'
import type { NewsroomIndexFiles } from './embedded/newsroom-index.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { ContentSource } from './source.ts'
import { type CmsUrls, type CredentialsByService, cmsAccounts, credentialSettings } from './upstream/accounts.ts'
import { SourceError } from './upstream/errors.ts'
import type { HostSettings } from './upstream/host.ts'
import type { Reading } from './wordpress/site.ts'
import type { NoindexReading } from './wordpress/site-robots.ts'
import type { WordPressSource } from './wordpress/wordpress.ts'

export interface SourceSettings {
  content: 'embedded' | 'hub' | 'wordpress'
  cmsUrls: CmsUrls
  cmsCredentials: CredentialsByService
  cmsReading: Reading
  /** Whether a `noindex` of all posts is the site's own state. */
  cmsNoindex: NoindexReading
  services: Services
  bucketUrl?: string
  /** Another provider's comments replace those of WordPress (COMM-1). */
  integrations?: { comments?: object | undefined }
}

interface SourceSurroundings {
  newsroom: string
  hosts: HostSettings
  watch: HostWatch
  clock: Clock
  log: Logger
  ownBlocks?: OwnBlocks
  showsDrafts?: boolean
  indexes?: SearchIndexes
  newsroomIndex?: NewsroomIndexFiles
  /** Absent: no index is kept. `program` names what made it. */
  searchIndexes?: { folder: string; program(): Promise<string> } | undefined
  sizeOf?(src: string): Promise<Size | undefined>
}

export interface OpenSource {
  source: ContentSource
  wordpress?: WordPressSource
  embedded?: EmbeddedSource
  storage?: ObjectStorage
}

/**
 * Loads the program of one kind of source alone.
 * @throws {CredentialsError} when WordPress rejects the credentials
 */
export async function openSource(
  { content, cmsUrls, cmsCredentials, cmsReading, cmsNoindex, services, bucketUrl, integrations }: SourceSettings,
  {
    newsroom,
    hosts,
    watch,
    clock,
    log,
    ownBlocks,
    showsDrafts,
    indexes,
    newsroomIndex,
    searchIndexes,
    sizeOf,
  }: SourceSurroundings,
): Promise<OpenSource> {
  if (bucketUrl !== undefined && content !== 'hub') {
    log.info(
      'CONTENT_BUCKET_URL: articles are read from object storage with CONTENT=hub only; links to it are rewritten',
    )
  }
  if (content === 'embedded') {
    const { createEmbeddedSource, NewsroomFileWarning } = await import('./embedded/embedded.ts')
    const onError = (error: unknown): void => {
      if (error instanceof NewsroomFileWarning) log.warn({ reason: error.message }, 'a file of the newsroom')
      else log.error({ err: error }, 'source')
    }
    const timeZone = Object.values(services)[0]?.timeZone
    const onUnusable = (file: string, reason: string): void =>
      log.warn({ file, reason }, 'the index of the newsroom cannot be used, and is made again')
    const onProblem = (err: unknown): void => log.warn({ err }, 'the index of the search could not be kept')
    const settings = {
      ...{ showsDrafts, indexes, sizeOf, timeZone },
      searchIndexOf:
        searchIndexes &&
        ((name: string) => ({ ...searchIndexes, file: join(searchIndexes.folder, `${name}.bin`), onProblem })),
      newsroomIndex: { ...newsroomIndex, onUnusable },
    }
    const embedded = createEmbeddedSource(newsroom, Object.keys(services), onError, clock, settings)
    return { source: embedded, embedded }
  }
  warnWithoutCredentials(cmsUrls, cmsCredentials, log)
  const hostSettings: HostSettings = { watch: logged(watch, log), ...hosts }
  const { createHosts } = await import('./upstream/host.ts')
  const hostOf = createHosts(hostSettings)
  if (content === 'hub') {
    const { createHubSource } = await import('./hub/hub.ts')
    const source = createHubSource(cmsUrls, cmsCredentials, hostOf)
    if (bucketUrl === undefined) return { source }
    const { createObjectStorage } = await import('./object-storage.ts')
    return { source, storage: createObjectStorage(bucketUrl, hostSettings) }
  }
  const { createWordPressSource } = await import('./wordpress/wordpress.ts')
  const wordpress = createWordPressSource(
    cmsUrls,
    cmsCredentials,
    (name) => {
      const { messages, language, group } = existingService(services, name)
      return { ...messages, language, ownEmbeds: group.embeds, ownBlocks }
    },
    {
      ...{ hostOf, reading: cmsReading, showsComments: integrations?.comments === undefined, noindex: cmsNoindex },
      onNoindex: (url) =>
        log.warn(
          { url },
          'this WordPress keeps search engines away from itself (Settings → Reading), which does not count for the portal; CMS_NOINDEX=posts takes it for a setting of each post',
        ),
    },
  )
  await checkCredentials(wordpress, log)
  return { source: wordpress, wordpress }
}

/** Credentials go to one host only, so a CMS may lack them (SRC-14). */
function warnWithoutCredentials(cmsUrls: CmsUrls, cmsCredentials: CredentialsByService, log: Logger): void {
  if (Object.keys(cmsCredentials).length === 0) return
  for (const { url, credentials, services } of cmsAccounts(cmsUrls, cmsCredentials)) {
    if (credentials) continue
    const { user, key } = credentialSettings(services[0])
    log.warn({ url, services }, `this CMS is asked without credentials, as none are for its host (${user}, ${key})`)
  }
}

/** A WordPress may come back after the start; rejected credentials stay rejected. */
async function checkCredentials(wordpress: WordPressSource, log: Logger): Promise<void> {
  try {
    await wordpress.check()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    log.warn({ err: error }, 'WordPress could not be asked whether CMS_USER and CMS_KEY are good')
  }
}

/** Logs when calls to a host stop and resume. */
export function logged(watch: HostWatch, log: Logger): HostWatch {
  return {
    ...watch,
    breaker(host, state) {
      watch.breaker(host, state)
      log[state === 'open' ? 'warn' : 'info']({ host, state }, 'breaker')
    },
    noticed(host, call, words) {
      watch.noticed?.(host, call, words)
      log.warn({ host, call, output: words }, 'the CMS writes something else around its JSON: a plugin or its theme')
    },
  }
}
