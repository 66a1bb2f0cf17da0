import type { Article } from '../content/article.ts'
import { hasForeignCharacter } from '../content/foreign-characters.ts'
import { cmsPath } from '../content/links.ts'
import { isMissing, type Missing } from '../content/missing.ts'
import { DEADLINE } from '../content/reader.ts'
import type { Service } from '../services/service.ts'
import { CONTENT_TIMES, type ContentCache, MISSING_TIMES } from './cached.ts'
import { orElse, orNothing } from './deadline.ts'
import type { Rank } from './source.ts'
import { STAND_IN_TIMES, type StoredArticles } from './stored-articles.ts'

export interface ArticlesSettings {
  service: Service
  cache: ContentCache
  /** A stale article is not good enough while the CMS answers. */
  revalidate: boolean
  /** Asks the CMS. */
  load(path: string, rank: Rank): Promise<Article | Missing>
  /** Absent: there is no object storage. */
  stored?: StoredArticles | undefined
}

/** The articles of one service, of the CMS and of object storage (docs/decisions/029). Paths are in CMS form. */
export interface Articles {
  /** For a page: of the CMS; of storage when the CMS fails and nothing older is there (SRC-8). */
  article(path: string, rank?: Rank): Promise<Article | Missing>
  /** To read on with: what the CMS has said within its time, else what storage has, else what the CMS says (SRC-5). */
  further(path: string): Promise<Article | Missing>
  /** Several of those within `DEADLINE.secondary`; what is late or fails is left out (SRC-7). Never rejects. */
  several(paths: readonly string[]): Promise<Array<Article | Missing | undefined>>
}

/** The CMS has its whole time; storage is asked when that is still enough for an answer by its end. Milliseconds. */
const STAND_IN_AFTER = DEADLINE.primary - DEADLINE.secondary
/** Articles of storage that were put where the CMS' own would be. */
const standIns = new WeakSet<Article | Missing>()

export function createArticles({ service, cache, revalidate, load: ask, stored }: ArticlesSettings): Articles {
  const keyOf = (path: string): string => `${service.name} article ${path}`
  const standIn = async (path: string): Promise<Article | undefined> => {
    const found = await stored?.one(path)
    if (found) standIns.add(found)
    return found
  }
  const load = async (path: string, rank: Rank, mayStandIn: boolean): Promise<Article | Missing> => {
    if (hasForeignCharacter(path)) return { missing: true }
    const held = cache.peek<Article | Missing>(keyOf(path))?.value
    const hasOlder = held !== undefined && !standIns.has(held)
    return stored === undefined || hasOlder || !mayStandIn
      ? ask(path, rank)
      : orElse(ask(path, rank), STAND_IN_AFTER, () => standIn(path), DEADLINE.secondary)
  }
  const ofCms = (path: string, rank: Rank, mayStandIn: boolean): Promise<Article | Missing> =>
    cache.get<Article | Missing>({
      key: keyOf(path),
      revalidate,
      rank,
      timesOf(value) {
        if (isMissing(value)) return MISSING_TIMES
        return standIns.has(value) ? STAND_IN_TIMES : CONTENT_TIMES
      },
      load: () => load(path, rank, mayStandIn),
    })
  const isKnown = (path: string): boolean => cache.peek(keyOf(path))?.isFresh === true
  const further = async (path: string, rank: Rank = 'primary'): Promise<Article | Missing> => {
    const found = stored && !isKnown(path) ? await stored.one(path) : undefined
    return found ?? ofCms(path, rank, false)
  }

  return {
    article: (path, rank = 'primary') => ofCms(path, rank, true),
    further: (path) => further(path),
    async several(paths) {
      const deadline = performance.now() + DEADLINE.secondary
      const unknown = stored ? paths.filter((path) => !isKnown(path)) : []
      const batch = stored && unknown.length > 0 ? await orNothing(stored.batch(unknown), DEADLINE.secondary) : []
      const byPath = new Map(batch?.map((found) => [cmsPath(found.path), found]))
      const left = deadline - performance.now()
      return Promise.all(
        paths.map((path) => byPath.get(path) ?? (left > 0 ? orNothing(further(path, 'secondary'), left) : undefined)),
      )
    },
  }
}
