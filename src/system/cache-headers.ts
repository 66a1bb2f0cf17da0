/** How long a response, or a piece of content, may be used (RFC 9111, RFC 5861). Seconds. */
export interface CachePolicy {
  maxAge: number
  /** A stale response is served at once during a refresh for this long. */
  staleWhileRevalidate: number
  /** A stale response is served while its source fails for this long. */
  staleIfError: number
  isUnbounded?: boolean
  /** After a purge requests wait for the new response, and get the old one only while its source fails (PURGE-10). */
  isAwaited?: boolean
  /** A file of the build does not outlive the process, whose successor may have another one. */
  isOfBuild?: boolean
}

/** How long other caches may keep a page. Seconds. */
export interface Lifetimes {
  browsers: number
  pages: number
  amp: number
}

export const UNPURGED: Lifetimes = { browsers: 60, pages: 0, amp: 0 }

/** All values of caching headers (CACHE-14). Ages are in seconds. */
export const NO_STORE = 'no-store'
export const REVALIDATED = 'no-cache'
export const IMMUTABLE = 'public, max-age=31536000, immutable'

export function forBrowsers(maxAge: number): string {
  return `public, max-age=${maxAge}`
}

export function cacheControl(policy: CachePolicy): string {
  return `public, ${directives(policy)}`
}

export const EDGE_HEADERS = ['surrogate-control', 'cdn-cache-control'] as const
type EdgeHeader = (typeof EDGE_HEADERS)[number]

export function edgeHeaders(policy: CachePolicy): Record<EdgeHeader, string> {
  return { 'surrogate-control': directives(policy), 'cdn-cache-control': cacheControl(policy) }
}

/** Caches in front ask again for a stale page after this many seconds. */
export const EDGE_AGE_OF_STALE = 1

export function isEdgeHeader(name: string): name is EdgeHeader {
  return name === 'surrogate-control' || name === 'cdn-cache-control'
}

function directives({ maxAge, staleWhileRevalidate, staleIfError }: CachePolicy): string {
  const stale =
    staleIfError > 0 ? `, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}` : ''
  return `max-age=${maxAge}${stale}`
}

/** How long one outcome of a route may be used. */
export interface Caching {
  /** For the page cache and, by header, for caches in front. Absent: the page cache stores nothing. */
  policy?: CachePolicy
  /** `Cache-Control`, where it differs from `policy`. */
  control?: string
  /**
   * Whatever changes the response is purged, by the surrogate keys that it has: caches that get purges may keep it for
   * as long as the operator says (docs/decisions/112). AMP documents have a lifetime of their own.
   */
  purged?: 'pages' | 'amp'
}
