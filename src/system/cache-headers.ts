import type { CachePolicy } from './cache-policy.ts'

/** All values of caching headers (CACHE-14). Ages are in seconds. */
export const NO_STORE = 'no-store'
export const REVALIDATED = 'no-cache'
/** For files whose URL changes with their content. */
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
