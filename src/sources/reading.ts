import { isMissing, type Missing } from '../content/repository.ts'
import type { Span } from '../observability/tracing/span.ts'
import type { Service } from '../services/service.ts'
import type { CachePolicy } from '../system/cache-headers.ts'
import { CONTENT_POLICY, type ContentCache, MISSING_POLICY } from './cache/content-cache.ts'
import type { Reads } from './cache/reads.ts'
import type { Before, Decode, FetchWire, Load } from './loading.ts'
import type { ContentSource, Rank } from './source.ts'

export interface ContentOptions {
  /** True for a background refresh, which must not return stale content. */
  revalidate?: boolean
  /** Called when old content stands in for a call that failed. */
  onStandIn?: () => void
  /** Notes what comes of each read; absent: nothing does. */
  reads?: Reads
  /** The parent of the calls' spans; absent: calls are not traced. */
  span?: Span
}

type PolicyOf<T> = CachePolicy | ((content: T) => CachePolicy)

export type Read = <T extends object>(
  key: string,
  fetchWire: FetchWire,
  decode: Decode<T>,
  rank?: Rank,
  policy?: PolicyOf<T>,
) => Promise<T | Missing>

/** How one caller, mostly a response, reads the content of a service. */
export interface Reading extends ContentOptions {
  service: Service
  cms: ContentSource
  cache: ContentCache
  revalidate: boolean
  /** Decodes without a cache. */
  load: Load
  read: Read
}

export function readThrough(
  cache: ContentCache,
  { service, revalidate, onStandIn, load }: Pick<Reading, 'service' | 'revalidate' | 'onStandIn' | 'load'>,
): Read {
  /** Lists and homes change with more than they have dates for: an `ETag` alone says that one is unchanged. */
  const before = <T extends object>(key: string): Before<T> | undefined => {
    const content = cache.peek<T | Missing>(key)?.value
    return content === undefined || isMissing(content) ? undefined : { content, trustsDate: () => false }
  }
  return <T extends object>(
    name: string,
    fetchWire: FetchWire,
    decode: Decode<T>,
    rank: Rank = 'primary',
    policy: PolicyOf<T> = CONTENT_POLICY,
  ): Promise<T | Missing> => {
    const key = `${service.name} ${name}`
    const policyOf = (content: T): CachePolicy => (typeof policy === 'function' ? policy(content) : policy)
    return cache.get<T | Missing>({
      key,
      revalidate,
      onStandIn,
      rank,
      policyOf: (value) => (isMissing(value) ? MISSING_POLICY : policyOf(value)),
      load: () => load(fetchWire, decode, before(key)),
    })
  }
}
