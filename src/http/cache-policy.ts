import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../content/surrogate-keys.ts'

/** How long an answer may be kept: in the page cache and, by header, in caches beyond this server. Seconds. */
export interface CachePolicy {
  fresh: number
  /** Then a stale one is served while one refresh runs. */
  whileRevalidating: number
  /** And for so long while the content cannot be had. */
  ifError: number
  /** Any reader can ask for such answers without end: they push out none but each other. */
  isMadeUp?: boolean
}

/** Pages, feeds and redirects (architecture; 6/7 of the plan names the header's numbers). */
export const PAGE_POLICY: CachePolicy = { fresh: 60, whileRevalidating: 600, ifError: 86_400 }
/** Results of a search. */
export const SEARCH_POLICY: CachePolicy = { ...PAGE_POLICY, isMadeUp: true }
/** "Not there" is believed for a short time, and never longer. */
export const MISSING_POLICY: CachePolicy = { fresh: 30, whileRevalidating: 0, ifError: 0 }

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
  response.setHeader('cache-control', cacheControl(policy))
}

export function forbidCaching(response: ServerResponse): void {
  policies.delete(response)
  response.setHeader('cache-control', 'no-store')
}

export function cachePolicyOf(response: ServerResponse): CachePolicy | undefined {
  return policies.get(response)
}

export function cacheControl({ fresh, whileRevalidating, ifError }: CachePolicy): string {
  const stale = ifError > 0 ? `, stale-while-revalidate=${whileRevalidating}, stale-if-error=${ifError}` : ''
  return `public, max-age=${fresh}${stale}`
}

function keysHeader(keys: readonly SurrogateKey[]): string {
  const header = [...new Set(keys)].join(' ')
  return header.length <= MAX_KEYS_LENGTH ? header : header.slice(0, header.lastIndexOf(' ', MAX_KEYS_LENGTH))
}
