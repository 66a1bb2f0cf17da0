import { type Clock, elapsed } from '../clock.ts'
import type { Article } from '../content/article.ts'
import { cmsPath } from '../content/links.ts'
import { isMissing, type Missing } from '../content/missing.ts'
import { FETCH_FAILED } from '../content/scroll-posts.ts'
import type { Service } from '../services/service.ts'
import type { Span } from '../tracing/span.ts'
import { type CacheTimes, type ContentCache, MISSING_TIMES } from './cached.ts'
import { isRefusal, SourceError } from './errors.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { WireAnswer } from './source.ts'

const SECOND = 1000

/** What object storage gave is fresh for a minute (SRC-9). */
const FOUND_TIMES: CacheTimes = { fresh: 60 * SECOND, whileRevalidating: 0, staleIfError: 0, shelf: 'content' }
/** Where it stands in for the CMS, and neither can be asked again, it goes on standing in. */
export const STAND_IN_TIMES: CacheTimes = { ...FOUND_TIMES, staleIfError: 24 * 3600 * SECOND }
/** Single fetches after a batch do not ask again for what has just failed. */
const FAILED_TIMES: CacheTimes = { ...MISSING_TIMES, fresh: 5 * SECOND }

/** Told of what storage could not give, in the words of the error catalogue (SRC-10). */
export type TellFailure = (words: string, facts: object) => void

/** The same words again are told of after that time only: anybody can ask for paths that are not there. Milliseconds. */
const TOLD_AGAIN = 10_000

/** Tells of failures, each of the same words once in a while. */
export function sparingly(tell: TellFailure, now: Clock = elapsed): TellFailure {
  const toldAt = new Map<string, number>()
  return (words, facts) => {
    const at = now()
    if (at - (toldAt.get(words) ?? Number.NEGATIVE_INFINITY) < TOLD_AGAIN) return
    toldAt.set(words, at)
    tell(words, facts)
  }
}

export interface StoredArticlesSettings {
  storage: ObjectStorage
  cache: ContentCache
  tell: TellFailure
}

/** Decodes an answer as one of the CMS. */
export type Decode = (answer: WireAnswer) => Promise<Article | Missing>

/** Articles of one service in object storage; what it has not got, or cannot give, is nothing. Never rejects. */
export interface StoredArticles {
  one(path: string): Promise<Article | undefined>
  /** Several, side by side; none at all when one cannot be had (SRC-7). */
  batch(paths: readonly string[]): Promise<Article[]>
}

type Outcome = { kind: 'found'; article: Article } | { kind: 'refused' } | { kind: 'absent' } | { kind: 'failed' }

const TIMES: Record<Outcome['kind'], CacheTimes> = {
  found: FOUND_TIMES,
  refused: MISSING_TIMES,
  absent: MISSING_TIMES,
  failed: FAILED_TIMES,
}

export function storedArticles(
  { storage, cache, tell }: StoredArticlesSettings,
  service: Service,
  decode: Decode,
  span?: Span,
): StoredArticles {
  const read = async (path: string): Promise<Outcome> => {
    try {
      const answer = await storage.post(service, path, span)
      if (answer === undefined) return { kind: 'refused' }
      const found = answer.json === undefined ? { missing: true as const } : await decode(answer)
      // A post that has moved is not what was asked for: the CMS knows where it is now (SRC-4).
      if (!isMissing(found) && cmsPath(found.path) === path) return { kind: 'found', article: found }
      tell(FETCH_FAILED.post(answer.status), { call: answer.call })
      return { kind: 'absent' }
    } catch (error) {
      const status = statusOf(error)
      if (status !== undefined) tell(FETCH_FAILED.post(status), { path, error: String(error) })
      return { kind: 'failed' }
    }
  }
  const outcomeOf = (path: string): Promise<Outcome> =>
    cache.get({
      key: `${service.name} stored ${path}`,
      load: () => read(path),
      timesOf: ({ kind }) => TIMES[kind],
    })

  return {
    async one(path) {
      const outcome = await outcomeOf(path)
      return outcome.kind === 'found' ? outcome.article : undefined
    },
    async batch(paths) {
      const outcomes = await Promise.all(paths.map(outcomeOf))
      const asked = outcomes.filter(({ kind }) => kind !== 'refused')
      const found = asked.flatMap((outcome) => (outcome.kind === 'found' ? [outcome.article] : []))
      if (found.length === asked.length) return found
      tell(FETCH_FAILED.batch, { service: service.name, paths })
      return []
    },
  }
}

/** What stands in the place of a status; undefined: no call was made, and the breaker has said so for all of them. */
function statusOf(error: unknown): number | string | undefined {
  // An answer that is no article was an answer.
  if (!(error instanceof SourceError)) return 200
  if (isRefusal(error)) return undefined
  return error.facts.status ?? error.reason
}
