import type { CachePolicy } from './cache-policy.ts'

/** Values of caching headers: none is made elsewhere (CACHE-14). Ages are in seconds. */
export const NO_STORE = 'no-store'
/** May be stored, and is revalidated each time. */
export const REVALIDATED = 'no-cache'
/** Of what changes its URL when it changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

export function forBrowsers(maxAge: number): string {
  return `public, max-age=${maxAge}`
}

export function cacheControl(policy: CachePolicy): string {
  return `public, ${directives(policy)}`
}

/** Read by Varnish and Fastly (W3C Edge Architecture), and by other CDNs (RFC 9213). */
export const EDGE_HEADERS = ['surrogate-control', 'cdn-cache-control'] as const
type EdgeHeader = (typeof EDGE_HEADERS)[number]

/** What caches in front may do, where it differs from what browsers may. */
export function edgeHeaders(policy: CachePolicy): Record<EdgeHeader, string> {
  return { 'surrogate-control': directives(policy), 'cdn-cache-control': cacheControl(policy) }
}

/** A stale page is about to change: caches in front ask again in a second. */
export const EDGE_AGE_OF_STALE = 1

export function isEdgeHeader(name: string): name is EdgeHeader {
  return name === 'surrogate-control' || name === 'cdn-cache-control'
}

function directives({ maxAge, staleWhileRevalidate, staleIfError }: CachePolicy): string {
  const stale =
    staleIfError > 0 ? `, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}` : ''
  return `max-age=${maxAge}${stale}`
}
