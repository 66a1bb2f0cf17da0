import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../content/surrogate-keys.ts'

/** How long an answer may be kept: in the page cache and, by header, in caches beyond this server. Seconds. */
export interface CachePolicy {
  fresh: number
}

/** Pages, feeds and redirects (architecture; 6/7 of the plan names the header's numbers). */
export const PAGE_POLICY: CachePolicy = { fresh: 60 }
/** "Not there" is believed for a shorter time. */
export const MISSING_POLICY: CachePolicy = { fresh: 30 }

/** Stale answers are served while one refresh runs, and for a day while the content cannot be had. Seconds. */
export const STALE_WHILE_REVALIDATE = 600
export const STALE_IF_ERROR = 86_400

const policies = new WeakMap<ServerResponse, CachePolicy>()

/** Names the things an answer shows: caches purge by them (Varnish and CDNs know the header by this name). */
export const KEYS_HEADER = 'surrogate-key'
/** Longer headers are refused by servers on the way. Characters. */
const MAX_KEYS_LENGTH = 8000

/**
 * Declares an answer cacheable, once its status is known. Without this call nothing is ever stored.
 * @param keys what the answer shows, by which it is purged; the most important first
 */
export function allowCaching(response: ServerResponse, policy: CachePolicy, keys: readonly SurrogateKey[] = []): void {
  policies.set(response, policy)
  if (keys.length > 0) response.setHeader(KEYS_HEADER, keysHeader(keys))
  response.setHeader(
    'cache-control',
    `public, max-age=${policy.fresh}, stale-while-revalidate=${STALE_WHILE_REVALIDATE}, stale-if-error=${STALE_IF_ERROR}`,
  )
}

export function forbidCaching(response: ServerResponse): void {
  policies.delete(response)
  response.setHeader('cache-control', 'no-store')
}

export function cachePolicyOf(response: ServerResponse): CachePolicy | undefined {
  return policies.get(response)
}

function keysHeader(keys: readonly SurrogateKey[]): string {
  const header = [...new Set(keys)].join(' ')
  return header.length <= MAX_KEYS_LENGTH ? header : header.slice(0, header.lastIndexOf(' ', MAX_KEYS_LENGTH))
}
