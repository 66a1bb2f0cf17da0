import type { Asking } from './client.ts'
import { createKept } from './kept.ts'
import type { Pictured, PicturedLists } from './pictures.ts'

/** Articles on a page of a list. */
export const POSTS_PER_PAGE = 12
/** Pages of the newest articles that every article page looks at (src/cms/library.ts): had in one call. */
const PAGES = 3
/** Polling forgets them at once when something changes. Milliseconds. */
const KEPT_MS = 60_000

export interface Newest {
  posts: Pictured[]
  /** Of all posts. */
  total: number
}

/** The newest posts, kept: an article, the home page and the lists of further articles all need them. */
export interface NewestPosts {
  get(about: Asking): Promise<Newest>
  /** Whether a page of a list is among them. */
  covers(page: number): boolean
  /** Calls that it takes to have them: none while they are kept. */
  cost(): number
  forget(): void
}

export function createNewestPosts(lists: PicturedLists, onSeen: (posts: readonly Pictured[]) => void): NewestPosts {
  const kept = createKept<Newest>(KEPT_MS)
  return {
    get: (about) =>
      kept.get('newest', about.rank, async () => {
        const query = { status: 'publish', per_page: String(PAGES * POSTS_PER_PAGE) }
        const found = await lists.list('wp/v2/posts', query, about)
        onSeen(found?.items ?? [])
        return { posts: found?.items ?? [], total: found?.total ?? 0 }
      }),
    covers: (page) => page <= PAGES,
    cost: () => (kept.has('newest') ? 0 : lists.cost()),
    forget: () => kept.forget(),
  }
}
