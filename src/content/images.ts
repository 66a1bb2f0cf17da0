import { getDomain } from 'tldts'
import { copy } from '../copy.ts'
import type { Services } from '../services/service.ts'
import { hasAddress } from '../services/table.ts'

/** Image widths and device widths of the image config (spec 9, "Layout and breakpoints"; decision 21). Pixels. */
export const IMAGE_WIDTHS = [306, 690, 1180] as const
export const DEVICE_WIDTHS = [360, 414, 700, 1200] as const
export const ALL_WIDTHS = [...IMAGE_WIDTHS, ...DEVICE_WIDTHS].sort((a, b) => a - b)
export const IMAGE_QUALITY = 75

/** AMP's own requests carry it, and no address in an AMP document may. */
export const AMP_ONLY = '__amp_source_origin'

/** Pixels: a card's thumbnail, an article's hero, an author's portrait (spec 9). */
export const THUMBNAIL_SIZE = { width: 320, height: 175 } as const
export const HERO_SIZE = { width: 700, height: 350 } as const
export const PORTRAIT_SIZE = { width: 262, height: 262 } as const

/** An article's picture for search engines: 1:1, 4:3 and 16:9 (Google's documentation, "Article"). Pixels. */
export const PREVIEW_SIZES = [
  { width: 1200, height: 1200 },
  { width: 1200, height: 900 },
  { width: 1200, height: 675 },
] as const

/** Alternative text of an article image without any (spec 5, "Article images"). */
export const DEFAULT_ALT = copy.photoAlt

const BEZPRAWNIK = 'bezprawnik.pl'
const REWRITTEN_EXTENSION = /\.(?:jpe?g|png|gif|bmp|tiff)$/i
const MONTH_TAIL = /\/(\d{4})\/(0[1-9]|1[0-2])\/([^/]+)$/
const THUMBNAIL_EXTENSION = /\.(?:jpe?g|png|gif|webp)$/i
/** Polish letters, per cent, angle brackets, quotes, white space (spec 5, "Thumbnails"; decision 20). */
const NEEDS_PLACEHOLDER = /[ąćęłńóśźż%<>"'`„”“‘’«»\s]/i
/** What relative URLs are resolved against: an origin that no image has. */
const RELATIVE = 'https://relative.invalid'

/** Where images are served from. Made once at start by `imageRules`. */
export interface ImageRules {
  /** The image CDN: an absolute origin with an optional path, or a path of this server ("/media"). No trailing slash. */
  cdn: string
  /** How a width is asked of the CDN: `{url}`, `{width}` and `{quality}` are filled in (decision 49). */
  template: string
  /** How a picture cut to a width and a height is asked of it; absent: it does not cut. */
  cropTemplate?: string
  /** Registrable domains of the group's services. */
  groupDomains: ReadonlySet<string>
  /** Registrable domains below which `cdn-*` hosts are the group's own: its services' and the CDN's (decision 49). */
  cdnDomains: ReadonlySet<string>
  /** Hosts of object storage, beside `storage.googleapis.com` and `*.amazonaws.com` (decision 49). */
  storageHosts: ReadonlySet<string>
  /** Pictures of these sites stay where they are: no CDN has them. Absent: all are on the CDN. */
  keptSites?: readonly URL[]
}

export interface ImageSource {
  src: string
  srcSet?: string
}

/**
 * @throws {TypeError} when `cdn` is neither an absolute http(s) URL nor a path
 */
export function imageRules(settings: {
  services: Services
  cdn: string
  template: string
  cropTemplate?: string | undefined
  bucketUrl?: string | undefined
  keptSites?: readonly string[] | undefined
}): ImageRules {
  const cdn = cdnBase(settings.cdn)
  const addresses = Object.values(settings.services)
    .filter(hasAddress)
    .map((service) => service.serviceUrl)
  return {
    cdn,
    template: settings.template,
    ...(settings.cropTemplate !== undefined && { cropTemplate: settings.cropTemplate }),
    groupDomains: domainsOf(addresses),
    cdnDomains: domainsOf([...addresses, cdn]),
    storageHosts: new Set(settings.bucketUrl ? [new URL(settings.bucketUrl).hostname] : []),
    ...(settings.keptSites && { keptSites: settings.keptSites.map((url) => new URL(url)) }),
  }
}

/** The CDN as the parser writes it, so that URLs on it can be told by their beginning. */
function cdnBase(written: string): string {
  const isPath = /^\/[^/\\]/.test(written)
  const url = isPath || /^https?:\/\//i.test(written) ? URL.parse(written, RELATIVE) : null
  if (!url) throw new TypeError(`image CDN is not a URL: ${written}`)
  return `${isPath ? '' : url.origin}${url.pathname}`.replace(/\/+$/, '')
}

function domainsOf(addresses: readonly string[]): Set<string> {
  return new Set(addresses.map((address) => getDomain(address)).filter((domain) => domain !== null))
}

/**
 * Rewrites an image URL to the webp on the image CDN (spec 9, "Images and links"; decisions 19 and 49).
 * @param url absolute, protocol-relative or relative image URL, as it stands in CMS content
 * @returns the rewritten URL; unchanged for a foreign URL without a /yyyy/mm/file tail; undefined when it is no
 *   http(s) URL at all
 */
export function cdnImageUrl(url: string, rules: ImageRules): string | undefined {
  const written = url.trim()
  const absolute = written === '' ? undefined : parseHttpUrl(written)
  if (!absolute) return undefined
  const kept = keptUrl(absolute, rules)
  if (kept) return kept
  if (absolute.origin === RELATIVE) return relativeImageUrl(absolute, rules)
  if (isBezprawnik(absolute.hostname)) return absolute.href
  if (isOnCdn(absolute.href, rules) || isGroupCdn(absolute.hostname, rules)) return withWebp(absolute).href
  return monthTailUrl(absolute, rules) ?? absolute.href
}

/**
 * Moves a link to object storage to the CDN, by its year, month and file (spec 9; decision 19). Applies to links of
 * content, not only to images.
 * @returns undefined when the link is not to object storage, or has no such tail
 */
export function storageLinkUrl(url: URL, rules: ImageRules): string | undefined {
  const host = url.hostname
  const isStorage = rules.storageHosts.has(host) || host === 'storage.googleapis.com' || host.endsWith('.amazonaws.com')
  return isStorage ? monthTailUrl(url, rules) : undefined
}

/**
 * `src` and `srcset` of an image on the CDN, at the listed widths up to its own (decision 21). An image elsewhere has
 * no `srcset`: nobody promised that its host resizes.
 * @param width intrinsic width in pixels, when known
 */
export function imageSource(url: string, rules: ImageRules, width?: number): ImageSource | undefined {
  const src = cdnImageUrl(url, rules)
  if (!src) return undefined
  if (!isOnCdn(src, rules)) return { src }
  const widths = ALL_WIDTHS.filter((candidate) => width === undefined || candidate <= width)
  if (widths.length === 0) return { src }
  return { src, srcSet: widths.map((candidate) => `${sizedUrl(src, candidate, rules)} ${candidate}w`).join(', ') }
}

/** The URL of one size of an image on the CDN. */
export function sizedUrl(src: string, width: number, rules: ImageRules): string {
  return filled(rules.template, src, { width })
}

function filled(template: string, src: string, size: { width: number; height?: number }): string {
  const values: Record<string, string> = { url: src, quality: String(IMAGE_QUALITY) }
  for (const [name, pixels] of Object.entries(size)) values[name] = String(pixels)
  // By a function: `$&` in an address is no pattern, and `{width}` in one is no place to fill.
  const sized = template.replace(/\{(url|width|height|quality)\}/g, (_, name: string) => values[name] ?? '')
  // The template's own "?" continues a query that the image already has.
  return src.includes('?') && template.startsWith('{url}?') ? `${src}&${sized.slice(src.length + 1)}` : sized
}

/** The picture cut to the shapes that search engines ask for; none where nobody promised to cut. */
export function previewsOf(src: string, rules: ImageRules): string[] {
  const { cropTemplate } = rules
  if (cropTemplate === undefined || !isOnCdn(src, rules)) return []
  return PREVIEW_SIZES.map(({ width, height }) => filled(cropTemplate, src, { width, height }))
}

/** Whether a thumbnail may be shown; if not, the placeholder is (spec 5, "Thumbnails"; decision 20). */
export function isThumbnailUrl(url: string): boolean {
  const absolute = parseHttpUrl(url)
  if (!absolute || absolute.origin === RELATIVE) return false
  return !NEEDS_PLACEHOLDER.test(url) && THUMBNAIL_EXTENSION.test(absolute.pathname)
}

/** Pixels from a `width` or `height` attribute, read as an integer (spec 5); `100%`, `auto` and NaN are no size. */
export function pixelSize(value: string | number | undefined): number | undefined {
  const text = String(value ?? '').trim()
  if (!/^\d+(?:\.\d+)?(?:px)?$/.test(text)) return undefined
  const pixels = Number.parseInt(text, 10)
  return pixels > 0 && pixels <= 20_000 ? pixels : undefined
}

/** A picture of a kept site: a relative one that is not on the CDN is the first site's. */
function keptUrl(absolute: URL, rules: ImageRules): string | undefined {
  const [first] = rules.keptSites ?? []
  if (!first) return undefined
  if (absolute.origin !== RELATIVE)
    return rules.keptSites?.some(({ host }) => host === absolute.host) ? absolute.href : undefined
  const rooted = `${absolute.pathname}${absolute.search}`
  return isOnCdn(rooted, rules) ? undefined : new URL(rooted, first).href
}

function relativeImageUrl(resolved: URL, rules: ImageRules): string {
  const { pathname, search } = withWebp(resolved)
  const rooted = `${pathname}${search}`
  return isOnCdn(rooted, rules) ? rooted : `${rules.cdn}${rooted}`
}

function monthTailUrl(url: URL, rules: ImageRules): string | undefined {
  const tail = MONTH_TAIL.exec(url.pathname)
  if (!tail) return undefined
  const [, year, month, file = ''] = tail
  return `${rules.cdn}/${year}/${month}/${file.replace(REWRITTEN_EXTENSION, '.webp')}${url.search}`
}

function withWebp(url: URL): URL {
  const rewritten = new URL(url)
  rewritten.pathname = url.pathname.replace(REWRITTEN_EXTENSION, '.webp')
  rewritten.hash = ''
  return rewritten
}

function isOnCdn(url: string, rules: ImageRules): boolean {
  return url.startsWith(`${rules.cdn}/`)
}

function isGroupCdn(host: string, rules: ImageRules): boolean {
  const domain = host.startsWith('cdn-') ? getDomain(host) : null
  return domain !== null && rules.cdnDomains.has(domain)
}

function isBezprawnik(host: string): boolean {
  return host === BEZPRAWNIK || host.endsWith(`.${BEZPRAWNIK}`)
}

/** Only the parser tells what is relative: it drops the line breaks and turns the backslashes that would hide a scheme. */
function parseHttpUrl(text: string): URL | undefined {
  const url = URL.parse(text, RELATIVE)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  if (url.href.includes(AMP_ONLY)) return undefined
  url.username = ''
  url.password = ''
  return url
}
