import type { Article } from '../content/article.ts'
import { cmsPath } from '../content/public-paths.ts'
import { isMissing, type Missing } from '../content/repository.ts'
import { FETCH_FAILED } from '../content/scroll-posts.ts'
import type { Span } from '../observability/tracing/span.ts'
import type { Service } from '../services/service.ts'
import type { CachePolicy } from '../system/cache-headers.ts'
import { type Clock, elapsed } from '../system/clock.ts'
import { type ContentCache, MISSING_POLICY } from './cache/content-cache.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { WireResponse } from './source.ts'
import { isRefusal, SourceError } from './upstream/errors.ts'

/** (SRC-8) */
const STORED_POLICY: CachePolicy = { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 0 }
/** In place of the CMS' own it is valid while neither source is available. */
export const STAND_IN_POLICY: CachePolicy = { ...STORED_POLICY, staleIfError: 86_400 }
/** Single fetches do not repeat what has just failed in a batch. */
const FAILED_POLICY: CachePolicy = { ...MISSING_POLICY, maxAge: 5 }

/** In the words of the error catalogue (SRC-10). */
export type ReportFailure = (words: string, facts: object) => void

/** Milliseconds between equal messages, as anybody can request invented paths. */
const REPEAT_INTERVAL = 10_000

/** Throttles each message separately. */
export function sparingly(report: ReportFailure, now: Clock = elapsed): ReportFailure {
  const reportedAt = new Map<string, number>()
  return (words, facts) => {
    const at = now()
    if (at - (reportedAt.get(words) ?? Number.NEGATIVE_INFINITY) < REPEAT_INTERVAL) return
    reportedAt.set(words, at)
    report(words, facts)
  }
}

export interface StoredArticlesSettings {
  storage: ObjectStorage
  cache: ContentCache
  onFailure: ReportFailure
}

export type Decode = (response: WireResponse) => Promise<Article | Missing>

/** Of one service; missing and unavailable ones are undefined. Never rejects. */
export interface StoredArticles {
  one(path: string): Promise<Article | undefined>
  /** Empty when one of them fails (SRC-6). */
  batch(paths: readonly string[]): Promise<Article[]>
}

type Outcome = { kind: 'stored'; article: Article } | { kind: 'refused' } | { kind: 'absent' } | { kind: 'failed' }

const POLICIES: Record<Outcome['kind'], CachePolicy> = {
  stored: STORED_POLICY,
  refused: MISSING_POLICY,
  absent: MISSING_POLICY,
  failed: FAILED_POLICY,
}

export function storedArticles(
  { storage, cache, onFailure }: StoredArticlesSettings,
  service: Service,
  decode: Decode,
  span?: Span,
): StoredArticles {
  const read = async (path: string): Promise<Outcome> => {
    try {
      const response = await storage.post(service, path, span)
      if (response === undefined) return { kind: 'refused' }
      const decoded = response.json === undefined ? { missing: true as const } : await decode(response)
      // The CMS has the current path of a moved post (SRC-4).
      if (!isMissing(decoded) && cmsPath(decoded.path) === path) return { kind: 'stored', article: decoded }
      onFailure(FETCH_FAILED.post(response.status), { call: response.call })
      return { kind: 'absent' }
    } catch (error) {
      const status = statusOf(error)
      if (status !== undefined) onFailure(FETCH_FAILED.post(status), { path, error: String(error) })
      return { kind: 'failed' }
    }
  }
  const outcomeOf = (path: string): Promise<Outcome> =>
    cache.get({
      key: `${service.name} stored ${path}`,
      load: () => read(path),
      policyOf: ({ kind }) => POLICIES[kind],
    })

  return {
    async one(path) {
      const outcome = await outcomeOf(path)
      return outcome.kind === 'stored' ? outcome.article : undefined
    },
    async batch(paths) {
      const outcomes = await Promise.all(paths.map(outcomeOf))
      const attempts = outcomes.filter(({ kind }) => kind !== 'refused')
      const articles = attempts.flatMap((outcome) => (outcome.kind === 'stored' ? [outcome.article] : []))
      if (articles.length === attempts.length) return articles
      onFailure(FETCH_FAILED.batch, { service: service.name, paths })
      return []
    },
  }
}

/** Undefined without a call, as the breaker reports those. */
function statusOf(error: unknown): number | string | undefined {
  // A response that is no article is a response.
  if (!(error instanceof SourceError)) return 200
  if (isRefusal(error)) return undefined
  return error.facts.status ?? error.reason
}
