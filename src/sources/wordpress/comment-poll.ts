import { COMMENTS_KEY, postKey } from '../../content/surrogate-keys.ts'
import type { WordPressClient } from './client.ts'
import { COMMENT_CHANGE_QUERY } from './fields.ts'
import type { Change, Poll } from './poll.ts'
import { createBudget } from './rest-calls.ts'
import { restCommentChange } from './wire.ts'

const WATCHED = 100
const DEADLINE_MS = 10_000
/** While nobody reads comments, one poll in so many makes a call. */
const QUIET_POLLS = 4

/**
 * By ids of the newest comments, as an approval changes no date (COMM-12).
 * @param isRead whether readers have requested comments recently
 */
export function createCommentPoll(client: WordPressClient, isRead: () => boolean): Poll {
  let known: ReadonlyMap<number, number> | undefined
  // The first call only learns.
  let quiet = -1
  return {
    async next(): Promise<Change | undefined> {
      quiet = isRead() ? 0 : quiet + 1
      if (quiet % QUIET_POLLS !== 0) return undefined
      const query = { per_page: String(WATCHED), orderby: 'date_gmt', order: 'desc', ...COMMENT_CHANGE_QUERY }
      const budget = createBudget('secondary', DEADLINE_MS)
      const listed = await client.list('wp/v2/comments', query, restCommentChange, budget)
      if (!listed) return undefined
      const before = known
      const now = new Map(listed.items.map(({ id, post }) => [id, post]))
      known = now
      if (before === undefined) return undefined
      const changed = [...differing(now, before), ...differing(before, now)]
      if (changed.length === 0) return undefined
      return { paths: [], tags: [COMMENTS_KEY, ...new Set(changed.map(keyOf))], only: 'comments' }
    },
  }
}

const keyOf = (post: number): string => postKey(String(post))

/** Posts of comments in one list alone, up to the last comment of both. */
function differing(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number[] {
  const ids = [...one.keys()]
  const last = ids.findLastIndex((id) => other.has(id))
  const isCertain = other.size < WATCHED || last === -1
  return ids.slice(0, isCertain ? ids.length : last).flatMap((id) => (other.has(id) ? [] : (one.get(id) ?? [])))
}
