import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../content/surrogate-keys.ts'
import { allowCaching } from '../edge/page-cache/policy.ts'
import { type CachePolicy, type Caching, type Lifetimes, UNPURGED } from '../system/cache-headers.ts'
import { PAGE } from './cache-lifetimes.ts'

interface RequestCaching {
  lifetimes: Lifetimes
  /** All that was read was there, and current. */
  isReadWhole(): boolean
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Absent: nothing in front is purged. */
    caching?: RequestCaching
  }
}

/**
 * Call it once the status is known.
 * @param keys surrogate keys of the content shown, the most important first
 * @param ends when a part of it ends: milliseconds since 1970
 */
export function cacheAs(
  response: ServerResponse,
  { policy, control, purged }: Caching,
  keys: readonly SurrogateKey[] = [],
  ends?: number,
): void {
  const { lifetimes, isReadWhole } = response.req.caching ?? { lifetimes: UNPURGED, isReadWhole: () => false }
  const left = ends === undefined ? undefined : ends - Date.now()
  const bounded = (own: CachePolicy): CachePolicy => (left === undefined ? own : endingIn(own, left))
  if (policy) {
    const edge = purged === undefined || !isReadWhole() ? 0 : lifetimes[purged]
    allowCaching(response, bounded(policy), keys, {
      browsers: bounded({ ...policy, maxAge: browserAge(policy.maxAge, lifetimes) }),
      edge: edgePolicy({ ...policy, maxAge: edge }, left),
    })
  }
  if (control !== undefined) response.setHeader('cache-control', control)
}

/** Caches in front count from when this one's freshness ends. */
function edgePolicy(policy: CachePolicy, left: number | undefined): CachePolicy | undefined {
  const ending = left === undefined ? policy : endingIn(policy, left - PAGE.maxAge * 1000)
  return ending.maxAge > 0 ? ending : undefined
}

/** The operator's age, never above the page's own; what is seldom requested keeps its own. */
function browserAge(maxAge: number, { browsers }: Lifetimes): number {
  if (maxAge === PAGE.maxAge) return browsers
  return maxAge < PAGE.maxAge ? Math.min(maxAge, browsers) : maxAge
}

/** Neither fresh nor stale after that time (BREAK-4). @param left milliseconds */
function endingIn(policy: CachePolicy, left: number): CachePolicy {
  const seconds = Math.max(0, Math.floor(left / 1000))
  const maxAge = Math.min(policy.maxAge, seconds)
  return { ...policy, maxAge, staleWhileRevalidate: Math.min(policy.staleWhileRevalidate, seconds - maxAge) }
}
