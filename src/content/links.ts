import type { Service, Services } from '../services/service.ts'
import { hasAddress, serviceAt } from '../services/table.ts'
import { AMP_ONLY, type ImageRules, storageLinkUrl } from './images.ts'

/** `/{yyyy}/{mm}/{slug}`, the address of an article: nothing else has one that begins with a date. */
export const DATED_PATH = /^\/\d{4}\/\d{2}\/[^/]+$/
const HTML_SUFFIX = '.html'

/** What link rules need to know of the world. */
export interface LinkRules {
  service: Service
  services: Services
  images: ImageRules
  /** Hosts of the CMS: links to them in content mean the portal's own pages. */
  cmsHosts: ReadonlySet<string>
  /** Host of the service's own CMS; absent: it has none. */
  cmsHost?: string
  /** Relations of links that leave the group; absent: `noopener`. */
  foreignRel?: string
}

/** What tells one portal of the group from another. */
type PortalRules = Pick<LinkRules, 'service' | 'services' | 'cmsHosts'>

/** How a link is to be written out. */
export interface LinkTarget {
  href: string
  target?: '_blank'
  rel?: string
}

/** Relations of links to shops, offers and sponsors (contract, blocks), and of a promo link (decision 10). */
export const SPONSORED_REL = 'sponsored nofollow noopener'
const PROMO: Pick<LinkTarget, 'target' | 'rel'> = { target: '_blank', rel: 'noopener sponsored nofollow' }

/** A path as the CMS knows it: decoded, beginning with "/", no `.html`, no trailing slash (decision 47). */
export function cmsPath(path: string): string {
  const pathOnly = path.split(/[?#]/, 1)[0] ?? ''
  // Decoded first: an encoded slash must not become the second one of another host's address.
  const rooted = `/${decodePath(pathOnly)}`.replace(/\/{2,}/g, '/')
  let end = rooted.length
  // By hand: a pattern for the end would try every one of a thousand suffixes as a beginning.
  while (rooted.endsWith('/', end) || rooted.endsWith(HTML_SUFFIX, end))
    end -= rooted[end - 1] === '/' ? 1 : HTML_SUFFIX.length
  return rooted.slice(0, end) || '/'
}

/** The path of segments that are decoded already, escaped again: what reads it decodes once. */
export function writtenPath(segments: readonly string[]): string {
  return encodePath(`/${segments.join('/')}`)
}

/**
 * The public path of an article (spec 2, "Link rules"; decision 4), percent-encoded: `.html` on the main portal, no
 * trailing slash on the auto blog, the CMS form elsewhere. Query and fragment are kept, after the suffix.
 */
export function articlePath(relativeLink: string, service: Service): string {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(relativeLink) ?? []
  const bare = cmsPath(path)
  if (bare === '/') return `/${tail}`
  return encodePath(service.articleAddress === 'html-suffix' ? `${bare}${HTML_SUFFIX}` : bare) + tail
}

/** `/kategoria/{slug}`, `/tag/{slug}`, `/author/{slug}`: the first page of a list. */
const LIST_PATH = /^\/(?:kategoria|tag|author)\/[^/]+$/

/** Whether a path of the CMS is a list's. */
export function isListPath(path: string): boolean {
  return LIST_PATH.test(path)
}

/** The public form of a path of the CMS: lists are where they are, articles have the form that their service gives them. */
export function publicPath(path: string, service: Service): string {
  return isListPath(path) ? termPath(path) : articlePath(path, service)
}

/** Where an article's AMP document is (decision 7). */
export function ampPath(articlePath: string): string {
  return `/wp-json/amp/v2/post${encodePath(cmsPath(articlePath))}`
}

/** Where an article is had without its page, to be appended below another one. */
export function fragmentPath(articlePath: string): string {
  return `/fragment${encodePath(cmsPath(articlePath))}`
}

/** The absolute address of a path on a service; the path itself when the service has no address. */
export function absoluteUrl(path: string, service: Service): string {
  return hasAddress(service) ? new URL(path, service.serviceUrl).href : path
}

/** The public path of a category, a tag or an author: percent-encoded once, however the CMS writes it. */
export function termPath(relativeLink: string): string {
  return encodePath(cmsPath(relativeLink))
}

/**
 * The page of an author or a term, as the CMS' `relative_link` names it (CARD-13 to CARD-16): a path on this portal, an
 * absolute URL on another portal of the group.
 * @param relativeLink a path, or an absolute URL on the host of a configured service
 * @param owner the portal whose path a relative one is
 * @returns undefined for an address anywhere else: the name stands without a link
 */
export function portalHref(relativeLink: string, rules: PortalRules, owner = rules.service): string | undefined {
  const base = 'https://relative.invalid'
  const url = URL.parse(relativeLink, base)
  if (!url) return undefined
  const isRelative = url.origin === base
  const portal = isRelative ? owner : portalAt(url, rules)
  if (!portal) return undefined
  const path = termPath(relativeLink.startsWith('/') && isRelative ? relativeLink : url.pathname)
  if (portal.name === rules.service.name) return path
  return hasAddress(portal) ? absoluteUrl(path, portal) : undefined
}

/** The portal that an absolute URL is on; this one's own hosts first, as two portals may share one. */
export function portalAt(url: URL, { service, services, cmsHosts }: PortalRules): Service | undefined {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (isWeb && (hostOf(service) === url.host || cmsHosts.has(url.host))) return service
  return serviceAt(services, url)
}

/** The path of page `n` of a list: page 1 is the bare base path (spec 2; decision 5). */
export function listPagePath(basePath: string, page: number): string {
  if (page <= 1) return basePath
  return `${basePath === '/' ? '' : basePath}/page/${page}`
}

/** The link of a promoted post: it opens in a new tab (spec 2; decision 10). */
export function promoLink(url: string): LinkTarget | undefined {
  const href = safeHref(url)
  return href && /^https?:/.test(href) ? { href, ...PROMO } : undefined
}

/**
 * A URL that may stand in an `href`: http(s), mailto, tel, a fragment or a path. The parser removes the white space
 * and control characters that hide a scheme.
 * @returns undefined for any other scheme and for what is no URL
 */
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

/**
 * A link of article content, for the page it will stand on (spec 9, "Images and links"; decisions 4, 19 and 49):
 * object storage moves to the CDN; links to the CMS or to this service become paths; dated links to the main portal
 * get `.html`.
 */
export function contentLink(href: string, rules: LinkRules): LinkTarget | undefined {
  const safe = safeHref(href)
  if (!safe) return undefined
  if (safe.startsWith('#')) return { href: safe }
  if (safe.startsWith('/')) return { href: ownPath(safe, rules.service) }
  const url = new URL(safe)
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return { href: safe }
  const stored = storageLinkUrl(url, rules.images)
  if (stored && stored !== safe) return contentLink(stored, rules)
  if (rules.cmsHosts.has(url.host)) {
    return url.pathname.startsWith('/wp-') ? { href: safe } : { href: ownPath(tailOf(url), rules.service) }
  }
  const owner = Object.values(rules.services).find((service) => hostOf(service) === url.host)
  if (!owner) return { href: safe, rel: rules.foreignRel ?? 'noopener' }
  const path = ownPath(tailOf(url), owner)
  return { href: owner.name === rules.service.name ? path : absoluteUrl(path, owner) }
}

function ownPath(pathWithTail: string, service: Service): string {
  const url = new URL(pathWithTail, 'https://relative.invalid')
  const bare = cmsPath(url.pathname)
  return DATED_PATH.test(bare) ? articlePath(tailOf(url), service) : tailOf(url)
}

/** Path, query and fragment. A path that begins with two slashes would read as another host. */
function tailOf(url: URL): string {
  return `${url.pathname.replace(/^\/{2,}/, '/')}${url.search}${url.hash}`
}

const hosts = new Map<string, string>()

/** Parsed once: every link of a text is compared with the hosts of all services. */
function hostOf(service: Service): string | undefined {
  if (!hasAddress(service)) return undefined
  const { serviceUrl } = service
  const host = hosts.get(serviceUrl) ?? new URL(serviceUrl).host
  hosts.set(serviceUrl, host)
  return host
}

/** What an address holds as it is, slashes among it: nearly all paths. */
const PLAIN_PATH = /^[\w\-.!~*'()/]*$/

function encodePath(path: string): string {
  return PLAIN_PATH.test(path) ? path : path.split('/').map(encodeSegment).join('/')
}

/** Half a character, which JSON can carry, has no address: the replacement character stands for it. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd'))
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
