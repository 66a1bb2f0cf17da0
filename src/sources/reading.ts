import { isMissing, type Missing } from '../content/repository.ts'
import type { Span } from '../observability/tracing/span.ts'
import type { Service } from '../services/service.ts'
import type { CachePolicy } from '../system/cache-headers.ts'
import { CONTENT_POLICY, type ContentCache, MISSING_POLICY } from './cache/content-cache.ts'
import type { Reads } from './cache/reads.ts'
import type { Before, Decode, FetchWire, Load } from './loading.ts'
import type { ContentSource, Rank } from './source.ts'

export interface ContentOptions {
  /** A background refresh must not return stale content. */
  revalidate?: boolean
  /** Called when old content replaces a failed call. */
  onStandIn?: () => void
  /** Notes what comes of each read. */
  reads?: Reads
  /** Parent of the calls' spans; absent: none are traced. */
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

/** One caller is mostly a response. */
export interface Reading extends ContentOptions {
  service: Service
  cms: ContentSource
  cache: ContentCache
  revalidate: boolean
  load: Load
  read: Read
}

export function readThrough(
  cache: ContentCache,
  { service, revalidate, onStandIn, load }: Pick<Reading, 'service' | 'revalidate' | 'onStandIn' | 'load'>,
): Read {
  /** Lists and homes change beyond their dates, so only an `ETag` proves them unchanged. */
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
