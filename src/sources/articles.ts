import type { Article } from '../content/article.ts'
import type { Card } from '../content/card.ts'
import { hasForeignCharacter } from '../content/foreign-characters.ts'
import { isLive } from '../content/live.ts'
import { cmsPath } from '../content/public-paths.ts'
import { DEADLINE, isMissing, type Missing } from '../content/repository.ts'
import type { Service } from '../services/service.ts'
import type { CachePolicy } from '../system/cache-headers.ts'
import { firstGood, orElse, orNothing, type Patience } from '../system/deadline.ts'
import {
  CONTENT_POLICY,
  type Confirmation,
  type ContentCache,
  LIVE_POLICY,
  MISSING_POLICY,
} from './cache/content-cache.ts'
import type { Rank } from './source.ts'
import { STAND_IN_POLICY, type StoredArticles } from './stored-articles.ts'

export interface ArticlesSettings {
  service: Service
  cache: ContentCache
  revalidate: boolean
  /** Called when an old article stands in for a call that failed. */
  onStandIn?(): void
  /**
   * @param isPlain without readers' interactions
   * @param before an earlier response of the CMS
   */
  load(path: string, rank: Rank, isPlain: boolean, before?: Article): Promise<Article | Missing>
  hasPlain(): boolean
  isAsListed(article: Article, card: Card, confirmed: Confirmation): Promise<boolean>
  /** For the CMS, where somebody waits and there is object storage. */
  patience: Patience
  stored?: StoredArticles
  /** Storage may not have what the CMS has. */
  onStored?(): void
}

/** Of one service (docs/decisions/029). Paths are in CMS form. */
export interface Articles {
  /** For a page: from storage when the CMS fails or is late and no older copy exists (SRC-8). */
  article(path: string, rank?: Rank): Promise<Article | Missing>
  /** For feeds and AMP, which show no interactions (WIRE-9). */
  plain(path: string, rank?: Rank): Promise<Article | Missing>
  /**
   * What `plain` would return, where that needs no call.
   * @param card of the article in a list that was just read
   */
  known(path: string, card?: Card): Promise<{ value: Article | Missing; isOld: boolean } | undefined>
  /** For reading on: a fresh cached response, else the stored article, else a new response (SRC-5). */
  further(path: string): Promise<Article | Missing>
  /** Within `DEADLINE.secondary`, without late or failing ones (SRC-6). Never rejects. */
  several(paths: readonly string[]): Promise<Array<Article | Missing | undefined>>
}

const STAND_IN_AFTER = DEADLINE.primary - DEADLINE.secondary
/** Stored articles in place of the CMS' own. */
const standIns = new WeakSet<object>()

export function isStandIn(value: unknown): boolean {
  return typeof value === 'object' && value !== null && standIns.has(value)
}

export function createArticles(settings: ArticlesSettings): Articles {
  const { service, cache, revalidate, onStandIn, hasPlain, isAsListed, stored, onStored } = settings
  const keyOf: KeyOf = (path, isPlain = false) => `${service.name} ${isPlain ? 'plain ' : ''}article ${path}`
  /** A cached form serves as well, unless the requested one has interactions to show. */
  const isPlainCalled = (path: string): boolean => {
    if (!hasPlain()) return false
    const whole = cache.peek(keyOf(path))
    return whole === undefined || !(revalidate ? whole.isFresh : whole.isUsable)
  }
  const load = loaderOf(settings, keyOf)
  const ofCms = (path: string, rank: Rank, mayStandIn: boolean, isPlain = false): Promise<Article | Missing> =>
    cache.get<Article | Missing>({
      key: keyOf(path, isPlain),
      revalidate,
      onStandIn,
      rank,
      policyOf,
      load: () => load(path, rank, mayStandIn, isPlain),
    })
  const isKnown = (path: string): boolean =>
    [false, true].some((isPlain) => cache.peek(keyOf(path, isPlain))?.isFresh === true)
  const current = (path: string): Article | Missing | undefined => {
    const cached = cache.peek<Article | Missing>(keyOf(path, isPlainCalled(path)))
    return cached?.isFresh && !standIns.has(cached.value) ? cached.value : undefined
  }
  const ofStorage = async (path: string): Promise<Article | undefined> =>
    stored && !isKnown(path) ? stored.one(path) : undefined
  const ofCmsAsFurther = (path: string, rank: Rank): Promise<Article | Missing> =>
    ofCms(path, rank, false, isPlainCalled(path))
  const further = async (path: string, rank: Rank): Promise<Article | Missing> =>
    (await ofStorage(path)) ?? ofCmsAsFurther(path, rank)

  return {
    article: (path, rank = 'primary') => ofCms(path, rank, true),
    plain: (path, rank = 'primary') => ofCms(path, rank, true, isPlainCalled(path)),
    async known(path, card) {
      const isPlain = isPlainCalled(path)
      const cached = cache.peek<Article | Missing>(keyOf(path, isPlain))
      if (cached?.isFresh) return { value: cached.value, isOld: false }
      // Feeds show no interactions, so either form will do.
      for (const one of [cached, cache.peek<Article | Missing>(keyOf(path, !isPlain))]) {
        if (!card || !one || isMissing(one.value) || standIns.has(one.value)) continue
        if (await isAsListed(one.value, card, one)) return { value: one.value, isOld: false }
      }
      return cached?.isUsable && !revalidate ? { value: cached.value, isOld: true } : undefined
    },
    async further(path) {
      const storedArticle = await ofStorage(path)
      if (storedArticle) onStored?.()
      return storedArticle ?? ofCmsAsFurther(path, 'primary')
    },
    async several(paths) {
      const deadline = performance.now() + DEADLINE.secondary
      const unknown = stored ? paths.filter((path) => !isKnown(path)) : []
      const batch = stored && unknown.length > 0 ? await orNothing(stored.batch(unknown), DEADLINE.secondary) : []
      const byPath = new Map(batch?.map((storedArticle) => [cmsPath(storedArticle.path), storedArticle]))
      const left = deadline - performance.now()
      return Promise.all(
        paths.map((path) => {
          const there = byPath.get(path) ?? current(path)
          return there ?? (left > 0 ? orNothing(further(path, 'secondary'), left) : undefined)
        }),
      )
    },
  }
}

type KeyOf = (path: string, isPlain?: boolean) => string
type Load = (path: string, rank: Rank, mayStandIn: boolean, isPlain: boolean) => Promise<Article | Missing>

function loaderOf({ cache, revalidate, load: loadFromCms, patience, stored }: ArticlesSettings, keyOf: KeyOf): Load {
  return async (path, rank, mayStandIn, isPlain) => {
    if (hasForeignCharacter(path)) return { missing: true }
    const cached = cache.peek<Article | Missing>(keyOf(path, isPlain))?.value
    const hasOlder = cached !== undefined && !standIns.has(cached)
    const before = hasOlder && !isMissing(cached) ? cached : undefined
    if (stored === undefined || hasOlder || !mayStandIn) return loadFromCms(path, rank, isPlain, before)
    const ofSource = timed(loadFromCms(path, rank, isPlain), patience)
    if (revalidate) return orElse(ofSource, STAND_IN_AFTER, () => standIn(path, stored), DEADLINE.secondary)
    const first = await firstGood(ofSource, patience.now(), () => standIn(path, stored), DEADLINE.secondary)
    // The CMS' own serves the next page, however late.
    if (standIns.has(first)) {
      ofSource.then(
        (late) => cache.replace(keyOf(path, isPlain), first, late, policyOf(late)),
        () => {},
      )
    }
    return first
  }
}

function policyOf(value: Article | Missing): CachePolicy {
  if (isMissing(value)) return MISSING_POLICY
  if (standIns.has(value)) return STAND_IN_POLICY
  return isLive(value.body) ? LIVE_POLICY : CONTENT_POLICY
}

async function timed<T>(loading: Promise<T>, patience: Patience): Promise<T> {
  const startedAt = performance.now()
  const value = await loading
  patience.took(performance.now() - startedAt)
  return value
}

async function standIn(path: string, stored: StoredArticles): Promise<Article | undefined> {
  const storedArticle = await stored.one(path)
  if (storedArticle) standIns.add(storedArticle)
  return storedArticle
}
