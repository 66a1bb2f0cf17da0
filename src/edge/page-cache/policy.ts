import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../../content/surrogate-keys.ts'
import type { CachePolicy } from '../../system/cache-headers.ts'
import { cacheControl, EDGE_HEADERS, edgeHeaders, NO_STORE } from '../../system/cache-headers.ts'

export const KEYS_HEADER = 'surrogate-key'
/** Characters that servers on the way accept. */
const MAX_KEYS_LENGTH = 8000

interface OtherPolicies {
  browsers?: CachePolicy
  /** Caches that are purged; absent: as browsers. */
  edge?: CachePolicy
}

/**
 * Allows storing the response, once its status is known.
 * @param keys the most important first: the rest may be cut off
 */
export function allowCaching(
  response: ServerResponse,
  policy: CachePolicy,
  keys: readonly SurrogateKey[] = [],
  { browsers = policy, edge }: OtherPolicies = {},
): void {
  const { dispatch } = response.req
  if (dispatch) dispatch.policy = policy
  const named = [...new Set(keys)].join(' ')
  const header = named.length <= MAX_KEYS_LENGTH ? named : named.slice(0, named.lastIndexOf(' ', MAX_KEYS_LENGTH))
  if (header !== '') response.setHeader(KEYS_HEADER, header)
  response.setHeader('cache-control', cacheControl(browsers))
  // A purge reaches only what its keys name (CACHE-15).
  if (edge && header !== '' && header === named) {
    for (const [name, value] of Object.entries(edgeHeaders(edge))) response.setHeader(name, value)
  } else withoutEdge(response)
}

export function forbidCaching(response: ServerResponse): void {
  const { dispatch } = response.req
  if (dispatch) dispatch.policy = undefined
  response.setHeader('cache-control', NO_STORE)
  withoutEdge(response)
}

function withoutEdge(response: ServerResponse): void {
  for (const name of EDGE_HEADERS) response.removeHeader(name)
}
