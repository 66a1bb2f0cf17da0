import type { ServerResponse } from 'node:http'

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

/** Declares an answer cacheable, once its status is known. Without this call nothing is ever stored. */
export function allowCaching(response: ServerResponse, policy: CachePolicy): void {
  policies.set(response, policy)
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
