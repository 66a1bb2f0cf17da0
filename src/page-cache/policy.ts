import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../content/surrogate-keys.ts'
import type { CachePolicy } from '../system/cache-policy.ts'

/** Lists the surrogate keys by which caches purge a response. Varnish and CDNs know the header by this name. */
export const KEYS_HEADER = 'surrogate-key'
/** Servers on the way refuse longer headers. Characters. */
const MAX_KEYS_LENGTH = 8000

/**
 * Declares a response cacheable, once its status is known. No response is stored without this call.
 * @param keys surrogate keys of its content, the most important first: the rest may be cut off
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
