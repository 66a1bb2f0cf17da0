import { dirname, normalize } from 'node:path'
import { withoutTrailingSlashes } from '../content/trailing-slashes.ts'
import type { StrictTransportScope } from '../edge/transport/strict-transport.ts'
import type { Integrations } from '../integrations/settings.ts'
import type { ProxySettings } from '../purge/proxies.ts'
import { createServices, type ServiceOverride, servicesWithUrl } from '../services/registry.ts'
import type { ServiceName, Services } from '../services/service.ts'
import type { Redirects } from '../site/redirects.ts'
import type { Site } from '../site/site.ts'
import type { FolderProblem } from '../site/yaml-file.ts'
import type { ContentLimits } from '../sources/cache/content-cache.ts'
import type { CmsCredentials, CmsUrls, CredentialsByService } from '../sources/upstream/accounts.ts'
import type { ClearText } from '../system/clear-text.ts'
import { availableMemory, cacheSizes, type Memory } from '../system/memory.ts'
import { instanceOf } from '../system/platform.ts'
import type { DatabaseSettings } from '../system/postgresql/connections.ts'
import type { StoreSettings } from '../system/store/open-store.ts'
import { type AmpSettings, ampSettings } from './env/amp.ts'
import { clearTextProblems, clearTextsOf } from './env/clear-text.ts'
import { type CmsVariables, cmsSettings, credentialProblems } from './env/cms.ts'
import { consentModes, consentProblems, consentSettings } from './env/consent.ts'
import { type EdgeSettings, edgeSettings } from './env/edge.ts'
import { type MisspeltSetting, misspeltSettings } from './env/misspelt.ts'
import { type NewsletterEnv, newsletterProblems, newsletterSettings } from './env/newsletter.ts'
import { type ObservabilitySettings, observabilitySecrets, observabilitySettings } from './env/observability.ts'
import { type ProxyTrust, proxyTrust } from './env/proxies.ts'
import { redisProblems, redisSecrets, redisSettings } from './env/redis.ts'
import { type ReleaseFiles, releaseFilesOf } from './env/release-files.ts'
import {
  DEFAULT_SUBSCRIBERS_FILE,
  listenVariables,
  type ServiceVariables,
  serviceVariable,
  type Variables,
  variablesSchema,
} from './env/schema.ts'
import { secretValues, shown } from './env/secrets.ts'
import { inheritedSocket, socketProblem } from './env/socket.ts'

/** The operator's settings. Only this file reads `process.env`. */
export interface Env extends ProxyTrust, ObservabilitySettings, AmpSettings, EdgeSettings, NewsletterEnv {
  port: number
  host: string
  /** Descriptor of a socket from systemd, which replaces `port` (DEP-12). */
  socket?: number
  service: ServiceName
  content: 'embedded' | 'hub' | 'wordpress'
  /** Each service's CMS and its credentials; empty without a CMS (SRC-13, SRC-14). */
  cmsUrls: CmsUrls
  cmsCredentials: CredentialsByService
  /** `CMS_USER` and `CMS_KEY` as set, for a command with its own URL. */
  generalCredentials?: CmsCredentials
  /** Whose eyes a WordPress is read with (SRC-24). */
  cmsReading: 'public' | 'editor'
  /** `posts`: a `noindex` that all posts of a WordPress carry is each post's own. */
  cmsNoindex: 'site' | 'posts'
  /** The public origin is that of the CMS itself, of a site without a folder: its URL. */
  originOfCms?: string
  /** Interval of polling WordPress for changes; 0: never. Milliseconds. */
  cmsPollInterval: number
  bucketUrl?: string
  /** The site's services with the operator's settings. */
  services: Services
  /** Changes with every text of the interface. */
  textsId: string
  /** Id of the files of the site folder's extension; absent: it has none. */
  extensionId?: string
  /** Why a site without a folder is not as its WordPress says now. */
  siteProblem?: string
  /** The operator's redirects; absent: there are none. */
  redirects?: Redirects
  /** Rows that are left out of them because they are in a loop (SITE-18). */
  redirectLoops?: readonly FolderProblem[]
  /** Whether readers who come by http are led to https. */
  toHttps: boolean
  /** URLs that are not those of the example site. */
  publicUrls: readonly string[]
  /** An absolute URL, or the path of this server's own images. */
  cdn: string
  /** Hosts whose images come through the portal, in addition to those of WordPress (IMG-16). */
  mediaHosts: readonly string[]
  /** Where media of WordPress are cached; absent: only in memory. */
  mediaCache?: {
    /** Relative to the project's folder. */
    folder: string
    bytes: number
  }
  /** What one image may take while it is resized. Bytes. */
  imageMemory: number
  cdnTemplate: string
  /** Absent: the CDN does not crop images. */
  cdnCropTemplate?: string
  /** Absent: a CDN on another host has no images for mails. */
  cdnMailTemplate?: string
  pageCache: {
    isOn: boolean
    bytes: number
    /** File of persisted pages, relative to the project's folder; absent: none. */
    file?: string
    /** Bound of that file. */
    fileBytes: number
  }
  /** The site folder, relative to the project's; absent: a WordPress is the whole site. */
  siteDir?: string
  /** Folder of the embedded newsroom, relative to the project's; absent: the site folder's own, or the default one. */
  newsroom?: string
  /** Feeds: the WebSub hub, and the permanent host in the ids of articles. */
  feeds: { hub?: string; idHost?: string }
  /** Notices to search engines; absent: none. */
  indexNow?: { key: string; url: string }
  /** Third parties; an absent one does not load (VIEW-6). */
  integrations: Integrations
  strictTransport: StrictTransportScope
  /** Response to unknown hosts: the default service's pages, or 421. */
  unknownHosts: 'serve' | 'refuse'
  /** Hits are sent by private fields of Node's (docs/decisions/024). */
  fastHeaders: boolean
  /** Views of articles are counted (READ-10). */
  countsViews: boolean
  /** Secrets that travel over a network in clear text. */
  clearTexts: readonly ClearText[]
  /** Variables that are no settings, but nearly. */
  misspelt: readonly MisspeltSetting[]
  /** For all processes together. */
  memory: Memory
  /** Entries of the content cache. */
  contents: ContentLimits
  /** Giphy's interface; absent: its blocks are links (GIF-1). */
  giphy?: { key: string; apiUrl: string }
  /** SQLite file of the embedded subscribers, relative to the project's folder. */
  subscribersFile: string
  /** Which of several instances this is, from 1; absent: nothing says it. */
  instance?: number
  /** Runs in a pod of Kubernetes, whose own disk goes with it. */
  inCluster?: boolean
  /** PostgreSQL of the subscribers, in place of that file. */
  database?: DatabaseSettings
  /** Where the newsroom's words are: in memory, or in that database (SEARCH-20). */
  searchIndex: 'memory' | 'postgresql' | 'off'
  /** Bearer token of `GET /metrics`; absent: no such endpoint. */
  metricsToken?: string
  /** Bearer token of `POST /ops/purge`; absent: no such endpoint. */
  purgeToken?: string
  /** Secrets of preview links, by service; a service without one has no previews. */
  previewSecrets: Readonly<Record<ServiceName, string>>
  /** URLs for reports of vulnerabilities; absent: no `security.txt`. */
  securityContacts?: readonly string[]
  /** Caches in front that receive purges. */
  proxies?: ProxySettings
  /** State shared by instances; absent: a single instance. */
  store?: StoreSettings
  /** Pages that are fetched before the instance is ready, and for how long it waits for them. */
  warmUp: { pages: number; milliseconds: number }
  /** Where files of other releases are (REL-1). */
  releaseFiles: ReleaseFiles
  /** Processes that serve on one port. */
  workers: number
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Every value to hide: keys, tokens, passwords in URLs, and their encoded forms. */
  secrets: readonly string[]
}

/** Lists every problem at once, so that the operator can fix them together. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
  constructor(readonly problems: string[]) {
    super(`configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

const OWN_CROP_TEMPLATE = '{url}?w={width}&h={height}'
const MEGABYTE = 1024 * 1024
const DEFAULT_SITE = 'sites/szpalta'

/** Path of the site folder, relative to the project's folder. */
export function siteFolder({ SITE_DIR }: { SITE_DIR?: string | undefined } = process.env): string {
  return SITE_DIR || DEFAULT_SITE
}

/** The file that goes over the site folder's redirects (SITE-18), relative to the project's folder. */
export function redirectsFile(
  { REDIRECTS_FILE }: { REDIRECTS_FILE?: string | undefined } = process.env,
): string | undefined {
  return REDIRECTS_FILE || undefined
}

/** Folder of the files that the portal writes, relative to the project's folder. */
export function stateFolder({ SUBSCRIBERS_FILE }: { SUBSCRIBERS_FILE?: string | undefined } = process.env): string {
  return dirname(SUBSCRIBERS_FILE || DEFAULT_SUBSCRIBERS_FILE)
}

/**
 * URL of the WordPress that is the whole site: one is set, and no folder. Anything but a URL of the web is left to
 * `readEnv`, which reports it.
 */
export function loneWordPress(
  { SITE_DIR, CONTENT, CMS_URL }: Partial<Record<'SITE_DIR' | 'CONTENT' | 'CMS_URL', string | undefined>> = process.env,
): string | undefined {
  if (SITE_DIR || CONTENT !== 'wordpress' || !CMS_URL) return undefined
  const url = URL.parse(CMS_URL)
  return url && /^https?:$/.test(url.protocol) ? withoutTrailingSlashes(CMS_URL) : undefined
}

/** The general credentials, for a WordPress that a command names: unless they are for another origin. */
export function credentialsFor(
  url: string,
  { CMS_URL, CMS_USER: user, CMS_KEY: key }: NodeJS.ProcessEnv = process.env,
): { user: string; key: string } | undefined {
  const isOther = CMS_URL && URL.parse(CMS_URL)?.origin !== URL.parse(url)?.origin
  return user && key && !isOther ? { user, key } : undefined
}

/** Where the server listens, for a command that needs nothing else. */
export function listenSettings(variables: NodeJS.ProcessEnv = process.env): Pick<Env, 'port' | 'host'> {
  const { PORT: port, HOST: host } = listenVariables.parse({
    PORT: variables.PORT || undefined,
    HOST: variables.HOST || undefined,
  })
  return { port, host }
}

/**
 * Reads the settings, which go over those of the site folder.
 * @param memory for all processes together
 * @throws {EnvError} with every problem, secrets masked
 */
export function readEnv(
  site: Site,
  variables: NodeJS.ProcessEnv = process.env,
  memory: Memory = availableMemory(),
): Env {
  // An empty variable counts as absent, because most panels unset variables that way.
  const raw = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const schema = variablesSchema(Object.keys(site.services), site.defaultService)
  const parsed = schema.safeParse(raw)
  const issues = parsed.error?.issues ?? []
  const problems = issues.map((issue) => {
    const name = String(issue.path[0] ?? '')
    return `${name} ${issue.message} (${shown(name, raw[name])})`
  })
  problems.push(...crossChecks(site, raw))
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)
  const socket = inheritedSocket(raw)
  const instance = instanceOf(raw)
  return {
    ...toEnv(site, parsed.data, memory),
    ...proxyTrust(parsed.data.TRUST_PROXY, raw),
    ...(raw.KUBERNETES_SERVICE_HOST !== undefined && { inCluster: true }),
    ...(instance !== undefined && { instance }),
    ...(socket !== undefined && { socket }),
    clearTexts: secretsInClear(site, raw),
    misspelt: misspeltSettings(raw, Object.keys(schema.shape)),
    secrets: secretsOf(site, raw, Object.keys(schema.shape)),
  }
}

function secretsOf({ services }: Site, raw: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  const basic = [undefined, ...Object.keys(services)].flatMap((name) => {
    const { user, key } = cmsVariables(raw, name)
    return user === undefined || key === undefined ? [] : [Buffer.from(`${user}:${key}`).toString('base64')]
  })
  return [...new Set([...secretValues(raw, names), ...basic, ...observabilitySecrets(raw), ...redisSecrets(raw)])]
}

function clearTextHosts({ CLEAR_TEXT_HOSTS = '' }: NodeJS.ProcessEnv): string[] {
  return CLEAR_TEXT_HOSTS.toLowerCase()
    .split(',')
    .map((host) => host.trim())
}

function secretsInClear({ services }: Site, raw: NodeJS.ProcessEnv): ClearText[] {
  return clearTextsOf(services, raw, (name) => cmsVariables(raw, name))
}

/** Rules between settings. Reads the raw variables, so that other problems hide none of these. */
function crossChecks(site: Site, raw: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  const names = Object.keys(site.services)
  const hasCms = ['CMS_URL', ...names.map((name) => serviceVariable('CMS_URL', name))].some((name) => raw[name])
  const needsCms = raw.CONTENT === 'hub' || raw.CONTENT === 'wordpress'
  if (needsCms && !hasCms) problems.push(`CMS_URL is required with CONTENT=${raw.CONTENT} (it is not set)`)
  if (raw.SITE_URL !== undefined && names.length > 1) {
    const variables = names.map((name) => serviceVariable('SERVICE_URL', name))
    problems.push(`SITE_URL is for a site of one service: here are ${variables.join(', ')}`)
  }
  problems.push(...credentialProblems(site.services, (name) => cmsVariables(raw, name), needsCms))
  if ((raw.KV_REST_API_URL === undefined) !== (raw.KV_REST_API_TOKEN === undefined)) {
    problems.push('KV_REST_API_URL and KV_REST_API_TOKEN go together: only one of them is set')
  }
  if (raw.REDIS_URL !== undefined && raw.KV_REST_API_URL !== undefined) {
    problems.push('REDIS_URL and KV_REST_API_URL are two ways to one store: both of them are set')
  }
  if ((raw.PURGE_FORWARD_URL === undefined) !== (raw.PURGE_FORWARD_TOKEN === undefined)) {
    problems.push('PURGE_FORWARD_URL and PURGE_FORWARD_TOKEN go together: only one of them is set')
  }
  problems.push(...redisProblems(raw))
  problems.push(...consentProblems(site.services, raw))
  const previewSecrets = Object.values(previewSecretsOf(site, raw))
  if (new Set(previewSecrets).size < previewSecrets.length) {
    problems.push(
      'PREVIEW_SECRET and PREVIEW_SECRET_{NAME} must differ from each other: a link of one service would be valid on another',
    )
  }
  problems.push(...clearTextProblems(secretsInClear(site, raw), clearTextHosts(raw)))
  problems.push(...newsletterProblems(raw))
  if (raw.SEARCH_INDEX === 'postgresql' && raw.DATABASE_URL === undefined) {
    problems.push('SEARCH_INDEX=postgresql needs DATABASE_URL: it is not set')
  }
  const socket = socketProblem(raw)
  if (socket !== undefined) problems.push(socket)
  return problems
}

function isSameHost(url: string, other: string | undefined): boolean {
  return other !== undefined && URL.parse(url)?.host === URL.parse(other)?.host
}

function toEnv(
  site: Site,
  variables: Variables,
  memory: Memory,
): Omit<Env, 'secrets' | 'clearTexts' | 'misspelt' | keyof ProxyTrust> {
  const { CMS_USER: user, CMS_KEY: key, CONTENT_BUCKET_URL: bucketUrl } = variables
  const { pages, contents: most, unbounded, images } = cacheSizes(memory, variables.WEB_CONCURRENCY)
  const modes = consentModes(site.services, variables)
  const siteUrl = Object.keys(site.services).length === 1 ? variables.SITE_URL : undefined
  const lone = loneWordPress(variables)
  const services = createServices(
    site.services,
    Object.fromEntries(Object.keys(site.services).map((name) => [name, override(name)])),
  )
  const isExample = lone === undefined && normalize(siteFolder(variables)) === normalize(DEFAULT_SITE)
  function override(name: ServiceName): ServiceOverride {
    return {
      serviceUrl: variables[serviceVariable('SERVICE_URL', name)] ?? siteUrl,
      homePageId: variables[serviceVariable('HOME_ID', name)],
      adminUrl: variables[serviceVariable('CMS_ADMIN_URL', name)],
      robots: variables.ROBOTS,
      consent: modes[name],
    }
  }
  return {
    port: variables.PORT,
    host: variables.HOST,
    service: variables.SERVICE,
    content: variables.CONTENT,
    ...cmsSettings(site.services, (name) => cmsVariables(variables, name)),
    ...(user !== undefined && key !== undefined && { generalCredentials: { user, key } }),
    cmsReading: variables.CMS_READING,
    cmsNoindex: variables.CMS_NOINDEX,
    cmsPollInterval: variables.CMS_POLL_SECONDS * 1000,
    ...(bucketUrl !== undefined && { bucketUrl }),
    services,
    textsId: site.textsId,
    ...(site.extensionId !== undefined && { extensionId: site.extensionId }),
    ...(servicesWithUrl(services).some(({ serviceUrl }) => isSameHost(serviceUrl, lone)) && { originOfCms: lone }),
    publicUrls: servicesWithUrl(services)
      .filter(({ name }) => !isExample || override(name).serviceUrl !== undefined)
      .map(({ serviceUrl }) => serviceUrl),
    cdn: variables.CDN_URL ?? '/media',
    mediaHosts: variables.MEDIA_HOSTS,
    ...(variables.MEDIA_CACHE_DIR !== 'off' && {
      mediaCache: { folder: variables.MEDIA_CACHE_DIR, bytes: variables.MEDIA_CACHE_MB * MEGABYTE },
    }),
    imageMemory: variables.MEDIA_MEMORY_MB === undefined ? images : variables.MEDIA_MEMORY_MB * MEGABYTE,
    cdnTemplate: variables.CDN_TEMPLATE,
    ...cropTemplateOf(variables),
    ...(variables.CDN_MAIL_TEMPLATE !== undefined && { cdnMailTemplate: variables.CDN_MAIL_TEMPLATE }),
    pageCache: pageCacheOf(variables, pages),
    memory,
    contents: { most, unbounded },
    ...(loneWordPress(variables) === undefined && { siteDir: siteFolder(variables) }),
    ...(variables.NEWSROOM_DIR !== undefined && { newsroom: variables.NEWSROOM_DIR }),
    feeds: {
      ...(variables.WEBSUB_HUB_URL !== undefined && { hub: variables.WEBSUB_HUB_URL }),
      ...(variables.FEED_ID_HOST !== undefined && { idHost: variables.FEED_ID_HOST }),
    },
    ...(variables.INDEXNOW_KEY !== undefined && {
      indexNow: { key: variables.INDEXNOW_KEY, url: variables.INDEXNOW_URL },
    }),
    ...newsletterSettings(variables, variables.CLEAR_TEXT_HOSTS),
    toHttps: variables.HTTPS_REDIRECT === 'on',
    strictTransport: variables.HSTS,
    unknownHosts: variables.UNKNOWN_HOSTS,
    fastHeaders: variables.FAST_HEADERS === 'on',
    countsViews: variables.MOST_READ === 'on',
    ...(variables.GIPHY_API_KEY !== undefined && {
      giphy: { key: variables.GIPHY_API_KEY, apiUrl: variables.GIPHY_API_URL },
    }),
    subscribersFile: variables.SUBSCRIBERS_FILE,
    ...(variables.DATABASE_URL !== undefined && { database: variables.DATABASE_URL }),
    searchIndex: variables.SEARCH_INDEX,
    integrations: {
      ...consentSettings(variables),
      ...(variables.GAM_NETWORK_CODE !== undefined && { adNetwork: variables.GAM_NETWORK_CODE }),
      ...(variables.GA_MEASUREMENT_ID !== undefined && { analyticsId: variables.GA_MEASUREMENT_ID }),
      ...(variables.MARFEEL_ACCOUNT_ID !== undefined && { marfeelAccount: variables.MARFEEL_ACCOUNT_ID }),
      ...(variables.PUSH_SCRIPT_URL !== undefined && { pushScript: variables.PUSH_SCRIPT_URL }),
      ...(variables.AUDIENCE_SCRIPT_URL !== undefined && { audienceScript: variables.AUDIENCE_SCRIPT_URL }),
      ...commentsOf(variables),
    },
    ...(variables.METRICS_TOKEN !== undefined && { metricsToken: variables.METRICS_TOKEN }),
    ...(variables.PURGE_TOKEN !== undefined && { purgeToken: variables.PURGE_TOKEN }),
    previewSecrets: previewSecretsOf(site, variables),
    ...(variables.SECURITY_CONTACT !== undefined && { securityContacts: variables.SECURITY_CONTACT }),
    ...proxiesOf(variables),
    ...storeOf(variables),
    warmUp: { pages: variables.WARM_UP, milliseconds: variables.WARM_UP_SECONDS * 1000 },
    releaseFiles: releaseFilesOf({
      url: variables.ASSETS_URL,
      store: storeOf(variables).store,
      purgeToken: variables.PURGE_TOKEN,
    }),
    workers: variables.WEB_CONCURRENCY,
    logLevel: variables.LOG_LEVEL,
    ...ampSettings(variables),
    ...edgeSettings(variables, {
      arePurged: variables.CONTENT === 'embedded' || variables.PURGE_TOKEN !== undefined,
      areForwarded: variables.PURGE_FORWARD_URL !== undefined,
      areForwardedToAmp: variables.AMP_CACHE_PRIVATE_KEY !== undefined,
    }),
    ...observabilitySettings(variables),
  }
}

/**
 * Without a cache nothing is persisted.
 * @param bytes default size
 */
function pageCacheOf(variables: Variables, bytes: number): Env['pageCache'] {
  const { PAGE_CACHE, PAGE_CACHE_MB, PAGE_CACHE_FILE: file } = variables
  const isOn = PAGE_CACHE === 'on'
  return {
    isOn,
    bytes: PAGE_CACHE_MB === undefined ? bytes : PAGE_CACHE_MB * MEGABYTE,
    fileBytes: variables.PAGE_CACHE_FILE_MB * MEGABYTE,
    ...(isOn && file !== 'off' && { file }),
  }
}

function commentsOf({
  COMMENTS_SCRIPT_URL: url,
  DISQUS_SHORTNAME: shortname,
}: Variables): Pick<Integrations, 'comments'> {
  if (url !== undefined) return { comments: { kind: 'script', url } }
  return shortname === undefined ? {} : { comments: { kind: 'disqus', shortname } }
}

function proxiesOf({ PURGE_FORWARD_URL: urls, PURGE_FORWARD_TOKEN: token }: Variables): Pick<Env, 'proxies'> {
  return urls === undefined || token === undefined ? {} : { proxies: { urls, token } }
}

function storeOf(variables: Variables): Pick<Env, 'store'> {
  const { KV_REST_API_URL: url, KV_REST_API_TOKEN: token } = variables
  const store = redisSettings(variables)
  if (store) return { store }
  return url === undefined || token === undefined ? {} : { store: { kind: 'rest', url, token } }
}

/** This server crops its own images; only a CDN's operator knows its URLs. */
function cropTemplateOf({ CDN_URL, CDN_CROP_TEMPLATE }: Variables): Pick<Env, 'cdnCropTemplate'> {
  const template = CDN_CROP_TEMPLATE ?? (CDN_URL === undefined ? OWN_CROP_TEMPLATE : undefined)
  return template === undefined ? {} : { cdnCropTemplate: template }
}

type PreviewVariableSource = Partial<Pick<Variables, 'SERVICE' | 'PREVIEW_SECRET'>> & ServiceVariables

/** A service's own secret; the general one is the default service's alone (PREVIEW-2). */
function previewSecretsOf({ services, defaultService }: Site, variables: PreviewVariableSource): Env['previewSecrets'] {
  const general = variables.SERVICE ?? defaultService
  const secrets = Object.keys(services).flatMap((name) => {
    const own = variables[serviceVariable('PREVIEW_SECRET', name)]
    const secret = own ?? (name === general ? variables.PREVIEW_SECRET : undefined)
    return secret === undefined ? [] : [[name, secret] as const]
  })
  return Object.fromEntries(secrets)
}

type CmsVariableSource = Pick<Variables, 'CMS_URL' | 'CMS_USER' | 'CMS_KEY'> & ServiceVariables

/** A service's variables; without a name the general ones. */
function cmsVariables(variables: CmsVariableSource, name?: ServiceName): CmsVariables {
  if (name === undefined) return { url: variables.CMS_URL, user: variables.CMS_USER, key: variables.CMS_KEY }
  return {
    url: variables[serviceVariable('CMS_URL', name)],
    user: variables[serviceVariable('CMS_USER', name)],
    key: variables[serviceVariable('CMS_KEY', name)],
  }
}
