import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { type CmsUrls, type CredentialsByService, cmsAccounts, credentialSettings } from './accounts.ts'
import { createEmbeddedSource } from './embedded/embedded.ts'
import { SourceError } from './errors.ts'
import { createHosts, type HostSettings, type HostWatch } from './host.ts'
import { createHubSource } from './hub/hub.ts'
import { createObjectStorage, type ObjectStorage } from './object-storage.ts'
import type { ContentSource } from './source.ts'
import { createWordPressSource, type WordPressSource } from './wordpress/wordpress.ts'

/** Which source the operator chose, and where it is. */
export interface SourceSettings {
  content: 'embedded' | 'hub' | 'wordpress'
  cmsUrls: CmsUrls
  cmsCredentials: CredentialsByService
  /** Object storage. */
  bucketUrl?: string
}

interface SourceSurroundings {
  /** The newsroom's folder, for the embedded source. */
  newsroom: string
  /** For tests: how the hosts of the CMS are treated, where that is not the usual. */
  hosts: HostSettings
  watch: HostWatch
  clock: Clock
  log: Logger
}

/** The source that the settings name; and itself as WordPress, where it is one, which can be asked what has changed. */
export interface OpenSource {
  source: ContentSource
  wordpress?: WordPressSource
  storage?: ObjectStorage
}

/** @throws {CredentialsError} when WordPress says that the credentials are no good */
export async function openSource(
  { content, cmsUrls, cmsCredentials, bucketUrl }: SourceSettings,
  { newsroom, hosts, watch, clock, log }: SourceSurroundings,
): Promise<OpenSource> {
  if (bucketUrl !== undefined && content !== 'hub') {
    log.info(
      'CONTENT_BUCKET_URL: articles are read from object storage with CONTENT=hub only; links to it are rewritten',
    )
  }
  if (content === 'embedded') {
    return { source: createEmbeddedSource(newsroom, (error) => log.error({ err: error }, 'source'), clock) }
  }
  tellWithoutCredentials(cmsUrls, cmsCredentials, log)
  const hostSettings: HostSettings = { watch: logged(watch, log), ...hosts }
  const hostOf = createHosts(hostSettings)
  if (content === 'hub') {
    const source = createHubSource(cmsUrls, cmsCredentials, hostOf)
    return { source, ...(bucketUrl !== undefined && { storage: createObjectStorage(bucketUrl, hostSettings) }) }
  }
  const wordpress = createWordPressSource(cmsUrls, cmsCredentials, hostOf)
  await checkCredentials(wordpress, log)
  return { source: wordpress, wordpress }
}

/** Where credentials are used, a CMS that gets none may be a mistake: theirs go to the host they belong to (SRC-14). */
function tellWithoutCredentials(cmsUrls: CmsUrls, cmsCredentials: CredentialsByService, log: Logger): void {
  if (Object.keys(cmsCredentials).length === 0) return
  for (const { url, credentials, services } of cmsAccounts(cmsUrls, cmsCredentials)) {
    if (credentials) continue
    const { user, key } = credentialSettings(services[0])
    log.warn({ url, services }, `this CMS is asked without credentials, as none are for its host (${user}, ${key})`)
  }
}

/**
 * A WordPress that cannot be asked at the start may come back; one that says that the credentials are no good will go on
 * saying it.
 */
async function checkCredentials(wordpress: WordPressSource, log: Logger): Promise<void> {
  try {
    await wordpress.check()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    log.warn({ err: error }, 'WordPress could not be asked whether CMS_USER and CMS_KEY are good')
  }
}

/** The same watch; operators read in the log when a host is not asked any more, and when it is again. */
export function logged(watch: HostWatch, log: Logger): HostWatch {
  return {
    ...watch,
    breaker(host, state) {
      watch.breaker(host, state)
      log[state === 'open' ? 'warn' : 'info']({ host, state }, 'breaker')
    },
  }
}
