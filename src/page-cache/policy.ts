import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../content/surrogate-keys.ts'
import type { CachePolicy } from '../system/cache-policy.ts'

/** Names the things a response shows: caches purge by them (Varnish and CDNs know the header by this name). */
export const KEYS_HEADER = 'surrogate-key'
/** Longer headers are refused by servers on the way. Characters. */
const MAX_KEYS_LENGTH = 8000

/**
 * Declares a response cacheable, once its status is known. Without this call nothing is ever stored.
 * @param keys what the response shows, by which it is purged; the most important first
 */
export function allowCaching(response: ServerResponse, policy: CachePolicy, keys: readonly SurrogateKey[] = []): void {
  const { dispatch } = response.req
  if (dispatch) dispatch.policy = policy
  if (keys.length > 0) response.setHeader(KEYS_HEADER, keysHeader(keys))
  response.setHeader('cache-control', cacheControl(policy))
}

export function forbidCaching(response: ServerResponse): void {
  const { dispatch } = response.req
  if (dispatch) dispatch.policy = undefined
  response.setHeader('cache-control', 'no-store')
}

export function cacheControl({ maxAge, staleWhileRevalidate, staleIfError }: CachePolicy): string {
  const stale =
    staleIfError > 0 ? `, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}` : ''
  return `public, max-age=${maxAge}${stale}`
}

function keysHeader(keys: readonly SurrogateKey[]): string {
  const header = [...new Set(keys)].join(' ')
  return header.length <= MAX_KEYS_LENGTH ? header : header.slice(0, header.lastIndexOf(' ', MAX_KEYS_LENGTH))
}
