import type { Language } from '../languages/language.ts'
import { type FolderKind, type ListKind, NEWEST_CATEGORY } from '../services/list-kind.ts'
import { hasUrl, serviceAt } from '../services/registry.ts'
import type { Service, Services } from '../services/service.ts'
import { AMP_ONLY, type ImageRules } from './image-rules.ts'
import { storageLinkUrl } from './images.ts'
import { AMP_PREFIX, cmsPath, DATED_PATH, decodePath } from './public-paths.ts'
import { uploadPath } from './remote-media.ts'

const HTML_SUFFIX = '.html'

export interface LinkRules {
  service: Service
  services: Services
  images: ImageRules
  cmsHosts: ReadonlySet<string>
  cmsHost?: string
  /** `noopener` by default. */
  foreignRel?: string
  /** Where an article is not in the service's. */
  language?: Language
}

export function languageOfText({ service, language }: LinkRules): Language {
  return language ?? service.language
}

type PortalRules = Pick<LinkRules, 'service' | 'services' | 'cmsHosts'>

export interface LinkTarget {
  href: string
  target?: '_blank'
  rel?: string
}

/** For paid links (BLOCK-8, LINK-1). */
export const SPONSORED_REL = 'sponsored nofollow noopener'
export const UGC_REL = 'ugc nofollow noopener'
const PROMO: Pick<LinkTarget, 'target' | 'rel'> = { target: '_blank', rel: 'noopener sponsored nofollow' }

export function writtenPath(segments: readonly string[]): string {
  return encodePath(`/${segments.join('/')}`)
}

/** The service's form, percent-encoded (PAGE-4), with query and fragment after the suffix. */
export function articlePath(relativeLink: string, service: Service): string {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(relativeLink) ?? []
  const bare = cmsPath(path)
  if (bare === '/') return `/${tail}`
  return encodePath(service.articlePathForm === 'html-suffix' ? `${bare}${HTML_SUFFIX}` : bare) + tail
}

const LIST_PATH = /^\/(kategoria|tag|author)\/([^/]+)$/
export const CMS_FOLDERS = { category: 'kategoria', tag: 'tag', author: 'author', series: 'seria' } as const
export const LIST_KINDS = Object.keys(CMS_FOLDERS) as FolderKind[]

export function isListPath(path: string): boolean {
  return LIST_PATH.test(path)
}

/** Gives articles alone the service's form. */
export function publicPath(path: string, service: Service): string {
  if (path.startsWith('/wp-content/')) return encodePath(path)
  return isListPath(path) ? termPath(path, service) : articlePath(path, service)
}

export function ampPath(articlePath: string): string {
  return `${AMP_PREFIX}${encodePath(cmsPath(articlePath))}`
}

export function encodedKey(key: string): string {
  return PLAIN_PATH.test(key) ? key : key.split('/').map(encodeURIComponent).join('/')
}

export function fragmentPath(articlePath: string): string {
  return `/fragment${encodePath(cmsPath(articlePath))}`
}

/** The path, where the service has no public origin. */
export function absoluteUrl(path: string, service: Service): string {
  return hasUrl(service) ? new URL(path, service.serviceUrl).href : path
}

/** In the service's words, percent-encoded once. */
export function termPath(relativeLink: string, service: Pick<Service, 'paths'>): string {
  const path = cmsPath(relativeLink)
  const [, folder = '', slug = ''] = LIST_PATH.exec(path) ?? []
  const kind = LIST_KINDS.find((one) => CMS_FOLDERS[one] === folder)
  return kind === undefined ? encodePath(path) : listPath(kind, slug, service)
}

/** @param slug decoded, as the CMS writes it */
export function listPath(kind: ListKind, slug: string, { paths }: Pick<Service, 'paths'>): string {
  if (kind === 'path') return encodePath(`/${slug}`)
  const isNewest = kind === 'category' && slug === NEWEST_CATEGORY
  return `/${paths[kind]}/${encodeSegment(isNewest ? paths.newest : slug)}`
}

export function slugOfList(kind: ListKind, slug: string, { paths }: Pick<Service, 'paths'>): string {
  return kind === 'category' && slug === paths.newest ? NEWEST_CATEGORY : slug
}

/**
 * A path on this portal, or an absolute URL on another of the group (CARD-13 to CARD-15).
 * @param owner the portal of relative links
 * @returns undefined for other URLs: the name has no link
 */
export function portalHref(relativeLink: string, rules: PortalRules, owner = rules.service): string | undefined {
  const base = 'https://relative.invalid'
  const url = URL.parse(relativeLink, base)
  if (!url) return undefined
  const isRelative = url.origin === base
  const portal = isRelative ? owner : portalAt(url, rules)
  if (!portal) return undefined
  const path = termPath(relativeLink.startsWith('/') && isRelative ? relativeLink : url.pathname, portal)
  if (portal.name === rules.service.name) return path
  return hasUrl(portal) ? absoluteUrl(path, portal) : undefined
}

/** Prefers this portal, as two may share a host. */
export function portalAt(url: URL, { service, services, cmsHosts }: PortalRules): Service | undefined {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (isWeb && (hostOf(service) === url.host || cmsHosts.has(url.host))) return service
  return serviceAt(services, url)
}

/** Page 1 is the base path (PAGE-7). */
export function listPagePath(basePath: string, page: number): string {
  if (page <= 1) return basePath
  return `${basePath === '/' ? '' : basePath}/page/${page}`
}

/** Opens in a new tab (LINK-1). */
export function promoLink(url: string): LinkTarget | undefined {
  const href = safeHref(url)
  return href && /^https?:/.test(href) ? { href, ...PROMO } : undefined
}

/** Allows http(s), mailto, tel, fragments and paths; the parser removes characters that hide a scheme. */
export function safeHref(href: string): string | undefined {
  const written = href.trim()
  if (written === '' || written.replace(/\s/g, '').includes(AMP_ONLY)) return undefined
  if (written.startsWith('#')) return `#${encodeSegment(decodePath(written.slice(1)))}`
  const base = 'https://relative.invalid'
  const url = URL.parse(written, base)
  if (!url) return undefined
  if (url.origin === base) return tailOf(url)
  return ['https:', 'http:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
}

export function contentLink(href: string, rules: LinkRules): LinkTarget | undefined {
  const safe = safeHref(href)
  if (!safe) return undefined
  if (safe.startsWith('#')) return { href: safe }
  if (safe.startsWith('/')) return { href: ownPath(safe, rules.service) }
  const url = new URL(safe)
  const upload = rules.images.remote && uploadPath(url, rules.images.remote)
  if (upload) return { href: upload }
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return { href: safe }
  const stored = storageLinkUrl(url, rules.images)
  if (stored && stored !== safe) return contentLink(stored, rules)
  if (rules.cmsHosts.has(url.host)) {
    return url.pathname.startsWith('/wp-') ? { href: safe } : { href: ownPath(tailOf(url), rules.service) }
  }
  const owner = Object.values(rules.services).find((service) => hostOf(service) === url.host || isNamedBy(url, service))
  if (!owner) return { href: safe, rel: rules.foreignRel ?? 'noopener' }
  const path = ownPath(tailOf(url), owner)
  if (owner.name !== rules.service.name && !hasUrl(owner)) return { href: safe, rel: rules.foreignRel ?? 'noopener' }
  return { href: owner.name === rules.service.name ? path : absoluteUrl(path, owner) }
}

function ownPath(pathWithTail: string, service: Service): string {
  const url = new URL(pathWithTail, 'https://relative.invalid')
  url.hash = fragmentOf(url.hash)
  const bare = cmsPath(url.pathname)
  if (DATED_PATH.test(bare)) return articlePath(tailOf(url), service)
  const [, first = '', page = '1'] = /^(.+?)(?:\/page\/([1-9]\d{0,5}))?$/.exec(bare) ?? []
  const list = OUTPUT.test(first) ? undefined : listAt(first.split('/').filter(Boolean), service)
  if (!list) return tailOf(url)
  return `${listPagePath(listPath(list.kind, list.slug, service), Number(page))}${url.search}${url.hash}`
}

/** A list's feed or AMP document is no list. */
const OUTPUT = /.\/(?:feed|amp|feed\/[a-z0-9]+)$/

const FRAGMENTS: ReadonlyArray<[RegExp, string]> = [
  [/^#comment-(\d{1,10})$/, '#komentarz-$1'],
  [/^#(?:comments|respond)$/, '#komentarze'],
  // Articles are whole.
  [/^#more-\d{1,10}$/, ''],
]

function fragmentOf(hash: string): string {
  for (const [pattern, own] of FRAGMENTS) if (pattern.test(hash)) return hash.replace(pattern, own)
  return hash
}

/** No series is read from a link (SERIES-2). */
const STOCK_FOLDERS = { category: 'category', tag: 'tag', author: 'author' }
const LINKED_KINDS = ['category', 'tag', 'author'] as const

/** `/tag/feed` is the list of the tag "feed". */
export function isListFolder(segments: readonly string[], service: Pick<Service, 'paths'>): boolean {
  return segments.length === 1 && kindOf(segments[0], service) !== undefined
}

function kindOf(folder: string | undefined, { paths }: Pick<Service, 'paths'>): FolderKind | undefined {
  return LINKED_KINDS.find((kind) =>
    [paths[kind], CMS_FOLDERS[kind], STOCK_FOLDERS[kind]].some((word) => word === folder),
  )
}

/** In the service's, the CMS' or WordPress' words. The last nested category counts. */
export function listAt(segments: readonly string[], service: Pick<Service, 'paths'>): FolderList | undefined {
  const [folder, ...slugs] = segments
  const [kind, slug] = [kindOf(folder, service), slugs.at(-1)]
  if (kind === undefined || slug === undefined || (slugs.length > 1 && kind !== 'category')) return undefined
  return { kind, slug: slugOfList(kind, slug, service) }
}

interface FolderList {
  kind: FolderKind
  slug: string
}

/** A newsroom's links name a service by its host of SVC-4, whatever its origin is (LINK-12). */
function isNamedBy({ hostname }: URL, { name }: Service): boolean {
  return hostname.endsWith(NAMED_HOST) && hostname === name + NAMED_HOST
}

const NAMED_HOST = '.localhost'

/** Two slashes would begin another host. */
function tailOf(url: URL): string {
  return `${url.pathname.replace(/^\/{2,}/, '/')}${url.search}${url.hash}`
}

const hosts = new Map<string, string>()

/** Each link is compared with all services' hosts. */
function hostOf(service: Service): string | undefined {
  if (!hasUrl(service)) return undefined
  const { serviceUrl } = service
  const host = hosts.get(serviceUrl) ?? new URL(serviceUrl).host
  hosts.set(serviceUrl, host)
  return host
}

const PLAIN_PATH = /^[\w\-.!~*'()/]*$/

export function encodePath(path: string): string {
  return PLAIN_PATH.test(path) ? path : path.split('/').map(encodeSegment).join('/')
}

/** A URL cannot carry JSON's lone surrogates. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd'))
}
