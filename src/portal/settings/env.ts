import type { PageCacheSettings } from '../../edge/page-cache/settings.ts'
import type { ReleaseSettings } from '../../edge/releases/settings.ts'
import type { TransportSettings } from '../../edge/transport/settings.ts'
import type { AmpCachesSettings } from '../../features/amp-caches/settings.ts'
import type { AnnouncementsSettings } from '../../features/announcements/settings.ts'
import { consentModes } from '../../features/consent/settings.ts'
import type { DeskSettings } from '../../features/desk/settings.ts'
import type { FeedsSettings } from '../../features/feeds/settings.ts'
import type { GitNewsroomSettings } from '../../features/git-newsroom/settings.ts'
import type { MediaSettings } from '../../features/media/settings.ts'
import type { MostReadSettings } from '../../features/most-read/settings.ts'
import { type NewsletterSettings, withoutFurther } from '../../features/newsletter/settings.ts'
import type { PreviewsSettings } from '../../features/previews/settings.ts'
import type { OwnPushSettings } from '../../features/push/settings.ts'
import type { SearchSettings } from '../../features/search/settings.ts'
import type { HttpSettings } from '../../http/settings.ts'
import type { AmpProviders, Integrations } from '../../integrations/settings.ts'
import type { ObservabilitySettings } from '../../observability/settings.ts'
import type { PurgeSettings } from '../../purge/settings.ts'
import type { ServiceName } from '../../services/service.ts'
import type { Redirects } from '../../site/redirects.ts'
import type { SiteSettings } from '../../site/settings.ts'
import type { Site } from '../../site/site.ts'
import type { FolderProblem } from '../../site/yaml-file.ts'
import type { AnimationSettings } from '../../sources/giphy/settings.ts'
import { type ContentSettings, loneWordPress } from '../../sources/settings.ts'
import { type ClearText, clearTexts, reachOf } from '../../system/clear-text.ts'
import { availableMemory, cacheSizes, type Memory } from '../../system/memory.ts'
import type { PostgresqlSettings } from '../../system/postgresql/settings.ts'
import type { RawVariables } from '../../system/settings/define-settings.ts'
import { environment } from '../../system/settings/environment.ts'
import { secretValues } from '../../system/settings/secrets.ts'
import type { SharedStoreSettings } from '../../system/store/settings.ts'
import { PARTS } from './parts.ts'
import { clearTextHostsOf, type ProcessSettings, workersOf } from './process.ts'

export interface Env
  extends ProcessSettings,
    TransportSettings,
    SiteSettings,
    ContentSettings,
    GitNewsroomSettings,
    MediaSettings,
    FeedsSettings,
    AmpCachesSettings,
    AnnouncementsSettings,
    NewsletterSettings,
    OwnPushSettings,
    PostgresqlSettings,
    SearchSettings,
    AnimationSettings,
    PageCacheSettings,
    MostReadSettings,
    SharedStoreSettings,
    ReleaseSettings,
    PurgeSettings,
    HttpSettings,
    PreviewsSettings,
    DeskSettings,
    ObservabilitySettings {
  unusedNewsletters?: readonly ServiceName[]
  /** An absent one does not load (VIEW-6). */
  integrations: Integrations
  ampProviders: AmpProviders
  /** Secrets that travel over a network in clear text. */
  clearTexts: readonly ClearText[]
  memory: Memory
  /** Why a site without a folder is not as its WordPress says now. */
  siteProblem?: string
  redirects?: Redirects
  /** Rows that are left out because they are in a loop (SITE-18). */
  redirectLoops?: readonly FolderProblem[]
  /** Every value to hide, and its encoded forms. */
  secrets: readonly string[]
}

/** Names every problem at once, so that the operator can fix them together. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
  constructor(readonly problems: string[]) {
    super(`configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

/**
 * The environment's settings go over those of the site folder.
 * @throws {EnvError} with every problem, secrets masked
 */
export function readEnv(site: Site, variables: RawVariables = environment(), memory: Memory = availableMemory()): Env {
  const raw = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const context = contextOf(site, raw, memory)
  const parts = Object.values(PARTS)
  const names = Object.keys(site.services)
  const exposed = clearTexts(parts.flatMap((part) => part.destinations(raw, context)))
  const problems = [
    ...parts.flatMap((part) => part.formProblems(raw, names)),
    ...parts.flatMap((part) => part.problems(raw, context)),
    ...clearTextProblems(exposed, context.clearTextHosts),
  ]
  if (problems.length > 0) throw new EnvError(problems)
  const known = settingNames(names)
  const settings = settingsOf(raw, context)
  return {
    ...settings,
    ...(settings.newsletterProvider.kind !== 'own' && withoutFurther(settings.services)),
    clearTexts: exposed,
    memory,
    secrets: [...new Set([...secretValues(raw, known), ...parts.flatMap((part) => part.secrets(raw, names))])],
  }
}

export function settingNames(services: readonly string[]): string[] {
  return Object.values(PARTS).flatMap((part) => part.names(services))
}

/** For slips among them. */
export function namesIn({ services }: Pick<Env, 'services'>): { variables: RawVariables; known: string[] } {
  return { variables: environment(), known: settingNames(Object.keys(services)) }
}

type Context = ReturnType<typeof contextOf>

function contextOf(site: Site, raw: RawVariables, memory: Memory) {
  const { services, defaultService } = site
  return {
    raw,
    site,
    services,
    defaultService,
    loneWordPress: loneWordPress(raw),
    consentModes: consentModes(services, raw),
    clearTextHosts: clearTextHostsOf(raw),
    memory,
    sizes: cacheSizes(memory, workersOf(raw)),
  }
}

function settingsOf(raw: RawVariables, context: Context): Omit<Env, 'clearTexts' | 'memory' | 'secrets'> {
  const { question, consentPlatform } = PARTS.consent.read(raw, context)
  const { providers, audiencePixel } = PARTS.measurement.read(raw, context)
  return {
    ...PARTS.process.read(raw, context),
    ...PARTS.transport.read(raw, context),
    ...PARTS.site.read(raw, context),
    ...PARTS.content.read(raw, context),
    ...PARTS.gitNewsroom.read(raw, context),
    ...PARTS.media.read(raw, context),
    ...PARTS.feeds.read(raw, context),
    ...PARTS.ampCaches.read(raw, context),
    ...PARTS.announcements.read(raw, context),
    ...PARTS.newsletter.read(raw, context),
    ...PARTS.ownPush.read(raw, context),
    ...PARTS.postgresql.read(raw, context),
    ...PARTS.search.read(raw, context),
    ...PARTS.giphy.read(raw, context),
    ...PARTS.pageCache.read(raw, context),
    ...PARTS.mostRead.read(raw, context),
    ...PARTS.store.read(raw, context),
    ...PARTS.releases.read(raw, context),
    ...PARTS.purge.read(raw, context),
    ...PARTS.http.read(raw, context),
    ...PARTS.previews.read(raw, context),
    ...PARTS.desk.read(raw, context),
    ...PARTS.observability.read(raw, context),
    integrations: {
      ...question,
      ...PARTS.advertising.read(raw, context),
      ...providers,
      ...PARTS.push.read(raw, context),
      ...PARTS.comments.read(raw, context),
    },
    ampProviders: { consentPlatform, audiencePixel },
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  REDIS_URL: 'start with rediss',
  DATABASE_URL: 'have sslmode=require, verify-ca or verify-full',
}

/** Rejects a secret that crosses the internet, unless the operator declares the host part of a private network (OPS-13). */
function clearTextProblems(exposed: readonly ClearText[], allowed: readonly string[]): string[] {
  return exposed.flatMap(({ secret, address, host }) => {
    const { hostname } = new URL(`http://${host}`)
    if (reachOf(hostname) === 'network' || allowed.includes(hostname)) return []
    const remedy = REMEDIES[address] ?? 'start with https'
    return [
      `${secret} would go to ${host} in clear text: ${address} must ${remedy}, or CLEAR_TEXT_HOSTS must name ${hostname}, if it is in a network of your own`,
    ]
  })
}
