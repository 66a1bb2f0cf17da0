import type { Article } from '../content/article.ts'
import { cmsPath } from '../content/public-paths.ts'
import { postOfKey, serviceKey } from '../content/surrogate-keys.ts'
import type { Purge } from '../purge/purge.ts'
import { elapsed } from '../system/clock.ts'

const MAX_NAMED = 1000
const ANY_SERVICE = serviceKey('')

/** Remembers what purges said of articles, so that an older date does not stand for them (SRC-61). */
export interface KnownChanges {
  /** @param purge absent: anything may have changed */
  note(purge?: Purge): void
  /** @param readAt by `elapsed` */
  mayConcern(article: Pick<Article, 'id' | 'path'>, readAt: number): boolean
}

export function createKnownChanges(): KnownChanges {
  let allAt = Number.NEGATIVE_INFINITY
  /** By id, and by path in CMS form. */
  const namedAt = new Map<string, number>()
  return {
    note(purge) {
      const now = elapsed()
      const ids = purge?.tags.flatMap((tag) => postOfKey(tag) ?? []) ?? []
      // A purge of lists alone, or of a whole service, may be about a name that stands in any article.
      const isNamed = ids.length > 0 && !purge?.tags.some((tag) => tag.startsWith(ANY_SERVICE))
      const names = isNamed ? [...ids, ...(purge?.paths ?? []).map(cmsPath)] : []
      for (const name of names) namedAt.set(name, now)
      if (isNamed && namedAt.size <= MAX_NAMED) return
      allAt = now
      namedAt.clear()
    },
    mayConcern({ id, path }, readAt) {
      const at = Math.max(allAt, ...[id, cmsPath(path)].map((name) => namedAt.get(name) ?? allAt))
      return at >= readAt
    },
  }
}
