/** How long something may be used (RFC 9111, RFC 5861). Seconds. */
export interface CachePolicy {
  maxAge: number
  /** A stale response is served at once during a refresh for this long. */
  staleWhileRevalidate: number
  /** A stale response is served while its source fails for this long. */
  staleIfError: number
  isUnbounded?: boolean
  /** After a purge requests wait, and get the old response only while its source fails (PURGE-10). */
  isAwaited?: boolean
  /** It does not outlive the process: a successor may have another file. */
  isOfBuild?: boolean
}

/** How long other caches may keep a page. Seconds. */
export interface Lifetimes {
  browsers: number
  pages: number
  amp: number
}

export const UNPURGED: Lifetimes = { browsers: 60, pages: 0, amp: 0 }

/** All values of caching headers (CACHE-14). Ages in seconds. */
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

/** Seconds until caches in front ask again. */
export const EDGE_AGE_OF_STALE = 1

export function isEdgeHeader(name: string): name is EdgeHeader {
  return name === 'surrogate-control' || name === 'cdn-cache-control'
}

function directives({ maxAge, staleWhileRevalidate, staleIfError }: CachePolicy): string {
  const stale =
    staleIfError > 0 ? `, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}` : ''
  return `max-age=${maxAge}${stale}`
}

export interface Caching {
  /** For this page cache and, by header, those in front. Absent: nothing is stored. */
  policy?: CachePolicy
  /** `Cache-Control`, where it differs from `policy`. */
  control?: string
  /**
   * Surrogate keys purge it, so that caches that get purges may keep it as long as the operator says
   * (docs/decisions/112). AMP has another lifetime.
   */
  purged?: 'pages' | 'amp'
}
