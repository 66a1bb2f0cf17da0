import { POSTS_PER_PAGE } from '../source.ts'
import type { Illustrated, IllustratedLists } from './images.ts'
import type { CallBudget } from './rest-calls.ts'
import { createTtlCache } from './ttl-cache.ts'

/** An article page uses so many; one call loads them. */
const PAGES = 3
/** Milliseconds; polling clears them at a change. */
const TTL_MS = 60_000

export interface Newest {
  posts: Illustrated[]
  total: number
}

export interface NewestPosts {
  get(about: CallBudget): Promise<Newest>
  covers(page: number): boolean
  /** Number of calls: none while cached. */
  cost(): number
  forget(): void
}

export function createNewestPosts(
  lists: IllustratedLists,
  onSeen: (posts: readonly Illustrated[]) => void,
): NewestPosts {
  const cache = createTtlCache<Newest>(TTL_MS)
  return {
    get: (about) =>
      cache.get('newest', about.rank, async () => {
        const query = { status: 'publish', per_page: String(PAGES * POSTS_PER_PAGE) }
        const listed = await lists.list('wp/v2/posts', query, about)
        onSeen(listed?.items ?? [])
        return { posts: listed?.items ?? [], total: listed?.total ?? 0 }
      }),
    covers: (page) => page <= PAGES,
    cost: () => (cache.has('newest') ? 0 : lists.cost()),
    forget: () => cache.forget(),
  }
}
