import { getDomain } from 'tldts'
import { type ImageRules, type ImageSource, keepsUrls, parseHttpUrl, RELATIVE } from './image-rules.ts'
import {
  ALL_WIDTHS,
  FULL_WIDTH,
  IMAGE_QUALITY,
  PORTRAIT_SIZE,
  PREVIEW_SIZES,
  REMOTE_WIDTHS,
  type Size,
  SMALL_SIZES,
  scaledDown,
} from './image-sizes.ts'
import { REMOTE_FOLDER } from './public-paths.ts'
import { isAsIs, type MediaFile, mediaFileOf, mediaPath, originalOf, type RemoteMedia } from './remote-media.ts'

const REWRITTEN_EXTENSION = /\.(?:jpe?g|png|gif|bmp|tiff)$/i
const MONTH_TAIL = /\/(\d{4})\/(0[1-9]|1[0-2])\/([^/]+)$/
const THUMBNAIL_EXTENSION = /\.(?:jpe?g|png|gif|webp)$/i
const NEEDS_PLACEHOLDER = /[ąćęłńóśźż%<>‹›"'`„”“‚‘’«»\s]/i
const PLAYED = /\.(?:mp4|m4v|mov|webm|ogv|avi|wmv|mpe?g|3gp|mp3|m4a|ogg|wav)$/i
const OWN_FORM = new RegExp(`^${REMOTE_FOLDER}/(?:wordpress|https?)/`)
/**
 * Rewrites a URL to the CDN's webp (IMG-1 to IMG-5).
 * @param url absolute, protocol-relative or relative
 * @returns a foreign URL without a /yyyy/mm/file tail unchanged; undefined for no http(s) URL
 */
export function cdnImageUrl(url: string, rules: ImageRules): string | undefined {
  const written = url.trim()
  const absolute = written === '' ? undefined : parseHttpUrl(written)
  if (!absolute) return undefined
  if (rules.remote) return remoteUrl(absolute, rules, rules.remote)
  if (absolute.origin === RELATIVE) return relativeImageUrl(absolute, rules)
  if (keepsUrls(absolute.hostname, rules)) return absolute.href
  if (isOnCdn(absolute.href, rules) || isGroupCdn(absolute.hostname, rules)) return withWebp(absolute).href
  return monthTailUrl(absolute, rules) ?? absolute.href
}

/**
 * By year, month and file (IMG-6).
 * @returns undefined for a link elsewhere, or without such a tail
 */
export function storageLinkUrl(url: URL, rules: ImageRules): string | undefined {
  if (rules.remote) return undefined
  const host = url.hostname
  const isStorage = rules.storageHosts.has(host) || host === 'storage.googleapis.com' || host.endsWith('.amazonaws.com')
  return isStorage ? monthTailUrl(url, rules) : undefined
}

/**
 * No `srcset` outside the CDN, as others may not resize (IMG-7, IMG-8).
 * @param width the markup's pixels, intrinsic in front of the hub
 * @param full intrinsic pixels, where WordPress gives them
 */
export function imageSource(url: string, rules: ImageRules, width?: number, full?: number): ImageSource | undefined {
  if (rules.remote) return remoteSource(url, rules, rules.remote, { width, full })
  const src = cdnImageUrl(url, rules)
  if (!src) return undefined
  if (!isOnCdn(src, rules)) return { src }
  const widths = ALL_WIDTHS.filter((candidate) => width === undefined || candidate <= width)
  if (widths.length === 0) return { src }
  return { src, srcSet: widths.map((candidate) => `${sizedUrl(src, candidate, rules)} ${candidate}w`).join(', ') }
}

export function portraitSource(url: string, rules: ImageRules): ImageSource | undefined {
  const source = imageSource(url, rules, 2 * PORTRAIT_SIZE.width)
  if (!source?.srcSet) return source
  // A face's original may be a hundred times larger.
  const [smallest] = source.srcSet.split(' ')
  return { src: smallest || source.src, srcSet: source.srcSet }
}

export function sizedUrl(src: string, width: number, rules: ImageRules): string {
  return filled(rules.template, src, { width })
}

const pieces = new Map<string, readonly string[]>()

function piecesOf(template: string): readonly string[] {
  const known = pieces.get(template) ?? template.split(/(\{(?:url|width|height|quality)\})/)
  pieces.set(template, known)
  return known
}

function filled(template: string, src: string, size: { width: number; height?: number }): string {
  const values: Record<string, unknown> = { '{url}': src, '{quality}': IMAGE_QUALITY, '{width}': size.width }
  values['{height}'] = size.height ?? ''
  let sized = ''
  // A URL's own braces are no placeholders.
  for (const piece of piecesOf(template)) sized += values[piece] ?? piece
  // The template's "?" continues a query.
  return src.includes('?') && template.startsWith('{url}?') ? `${src}&${sized.slice(src.length + 1)}` : sized
}

/** Empty without a crop template. */
export function previewsOf(src: string, rules: ImageRules): string[] {
  return cropsOf(src, PREVIEW_SIZES, rules)
}

/** @returns undefined without a crop template */
export function smallSetOf(src: string, rules: ImageRules): string | undefined {
  const crops = cropsOf(src, SMALL_SIZES, rules)
  return crops.length > 0 ? crops.map((url, index) => `${url} ${SMALL_SIZES[index]?.width}w`).join(', ') : undefined
}

function cropsOf(src: string, sizes: readonly Size[], rules: ImageRules): string[] {
  const { cropTemplate } = rules
  if (rules.remote) return remoteCrops(src, sizes)
  if (cropTemplate === undefined || !isOnCdn(src, rules)) return []
  return sizes.map(({ width, height }) => filled(cropTemplate, src, { width, height }))
}

function remoteCrops(src: string, sizes: readonly Size[]): string[] {
  const url = URL.parse(src, RELATIVE)
  if (!url || !isOwnForm(url) || !url.pathname.endsWith('.webp')) return []
  return sizes.map(({ width, height }) => {
    const query = new URLSearchParams(url.search)
    query.set('w', String(width))
    query.set('h', String(height))
    return `${url.pathname}?${query}`
  })
}

export function isCropped(src: string, rules: ImageRules): boolean {
  return previewsOf(src, rules).length > 0
}

/** @param original at the image's host */
export function servedSize(src: string, original: Size, rules: ImageRules): Size {
  const url = URL.parse(src, RELATIVE)
  const isOwn = url?.origin === RELATIVE && src.startsWith(`${rules.remote ? REMOTE_FOLDER : rules.cdn}/`)
  const isMade = url?.pathname.endsWith('.webp') ?? false
  return isOwn && isMade ? scaledDown(original, FULL_WIDTH) : original
}

/** Others would hear of the reader (EMB-13). */
export function isOwnImage(src: string, rules: ImageRules): boolean {
  const url = URL.parse(src, RELATIVE)
  if (!url) return false
  if (rules.remote && url.origin === RELATIVE) return isOwnForm(url)
  return keepsUrls(url.hostname, rules) || (!rules.remote && (isOnCdn(src, rules) || isGroupCdn(url.hostname, rules)))
}

/** Needs no placeholder (IMG-10). Letters may be decomposed. */
export function isThumbnailUrl(url: string): boolean {
  const absolute = parseHttpUrl(url)
  if (!absolute || absolute.origin === RELATIVE) return false
  return !NEEDS_PLACEHOLDER.test(url.normalize('NFC')) && THUMBNAIL_EXTENSION.test(absolute.pathname)
}

/** Others' images keep their URLs (IMG-16). */
function remoteUrl(absolute: URL, rules: ImageRules, media: RemoteMedia): string {
  if (isOwnForm(absolute)) return `${absolute.pathname}${absolute.search}`
  const file = remoteFile(absolute, rules, media)
  return file ? mediaPath(file, media) : resolved(absolute, media).href
}

/** WordPress' sizes are resized from the original, never enlarged. */
function remoteSource(
  url: string,
  rules: ImageRules,
  media: RemoteMedia,
  { width, full }: { width?: number | undefined; full?: number | undefined },
): ImageSource | undefined {
  const absolute = url.trim() === '' ? undefined : parseHttpUrl(url.trim())
  if (!absolute) return undefined
  if (PLAYED.test(absolute.pathname)) return undefined
  const file = isOwnForm(absolute) ? undefined : remoteFile(absolute, rules, media)
  if (!file) return { src: remoteUrl(absolute, rules, media) }
  if (isAsIs(file)) return { src: mediaPath(file, media) }
  const widest = full ?? denseWidth(file) ?? width
  const widths = REMOTE_WIDTHS.filter((candidate) => widest === undefined || candidate <= widest)
  if (widths.length === 0) return { src: mediaPath(file, media, REMOTE_WIDTHS[0]) }
  return {
    src: mediaPath(file, media),
    srcSet: widths.map((candidate) => `${mediaPath(file, media, candidate)} ${candidate}w`).join(', '),
  }
}

/** The original's width is unknown; dense screens get twice the size's. */
function denseWidth(file: MediaFile): number | undefined {
  const original = originalOf(file)
  return original && 2 * original.width
}

function remoteFile(absolute: URL, rules: ImageRules, media: RemoteMedia): MediaFile | undefined {
  return keepsUrls(absolute.hostname, rules) ? undefined : mediaFileOf(resolved(absolute, media), media)
}

/** On the service's WordPress. */
function resolved(absolute: URL, { own }: RemoteMedia): URL {
  return absolute.origin === RELATIVE ? new URL(`${absolute.pathname}${absolute.search}`, own.url) : absolute
}

function isOwnForm({ origin, pathname }: URL): boolean {
  return origin === RELATIVE && OWN_FORM.test(pathname)
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
  return domain !== null && rules.cdnDomains().has(domain)
}
