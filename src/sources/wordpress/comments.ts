import { elapsed } from '../../system/clock.ts'
import { SourceError } from '../upstream/errors.ts'
import type { Listed, WordPressClient } from './client.ts'
import { COMMENT_QUERY, COUNT_QUERY, NEWEST_COMMENTS_QUERY, type Query } from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { textField } from './text.ts'
import { createTtlCache } from './ttl-cache.ts'
import { pathOf } from './urls.ts'
import { type RestComment, restComment, restId, restPlacedComment } from './wire.ts'

/** By the posts' ids. Calls are anonymous: approved comments only (COMM-2). */
export interface Comments {
  /** Undefined: WordPress does not give the number. */
  count(post: string, isOpen: boolean, about: CallBudget): Promise<number | undefined>
  /** The wire discussion of `src/content/decode/comments.ts`. */
  page(post: string, page: number, about: CallBudget): Promise<object | undefined>
  latest(about: CallBudget): Promise<object | undefined>
  isRead(): boolean
  forget(): void
}

/** WordPress' maximum. */
const AT_ONCE = 100
/** Milliseconds. */
const READ_LATELY = 600_000
const REFUSED = new Set([401, 403])

interface Newest extends Pick<Listed<RestComment>, 'items' | 'total'> {
  /** WordPress does not show them to readers. */
  isHidden?: boolean
}

/** As in `src/content/comment.ts`. */
interface Sizes {
  threads: number
  newest: number
}
/** For a page's replies of all levels; the rest is left out. */
const MAX_REPLY_CALLS = 9
/** Milliseconds, as a page's count and discussion need the same comments. */
const MOMENT = 5000
/** Milliseconds for which an article that takes no comments and has none is not read. */
const SETTLED = 600_000

/** @param client without credentials: an editor would get unapproved comments and e-mail addresses */
export function createComments(client: WordPressClient, sizes: Sizes): Comments {
  const recent = createTtlCache<Newest>(MOMENT)
  const settled = createTtlCache<Newest>(SETTLED)
  const closed = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY

  const list = async (post: string, query: Query, about: CallBudget): Promise<Listed<RestComment> | undefined> => {
    const page = { post, per_page: String(AT_ONCE), ...query, ...COMMENT_QUERY }
    return client.list('wp/v2/comments', page, restComment, about).catch(emptyWhereRefused)
  }

  const newest = async (post: string, about: CallBudget): Promise<Newest> => {
    const isSettled = closed.has(post) && settled.has(post)
    const latest = await (isSettled ? settled : recent).get(post, about.rank, async () => {
      const listed = await list(post, { orderby: 'date_gmt', order: 'desc' }, about)
      return listed ?? { items: [], total: 0, isHidden: true }
    })
    if (latest.total === 0 && closed.has(post)) await settled.get(post, about.rank, async () => latest)
    return latest
  }

  return {
    async count(post, isOpen, about) {
      if (isOpen) closed.delete(post)
      else if (closed.size < MAX_KNOWN) closed.add(post)
      // Lists of whole articles need the number alone.
      if (about.rank !== 'lists') {
        const { total, isHidden } = await newest(post, about)
        return isHidden ? undefined : total
      }
      const listed = await client.list('wp/v2/comments', { post, per_page: '1', ...COUNT_QUERY }, restId, about)
      return listed?.total
    },
    isRead: () => elapsed() - readAt < READ_LATELY,
    async page(post, page, about) {
      readAt = elapsed()
      const { items, total, isHidden } = await newest(post, about)
      if (isHidden) return undefined
      const latest = items.slice(0, sizes.newest).map(wireComment)
      // A plugin may show fewer than it counts.
      if (total <= AT_ONCE)
        return { total, isWhole: true, comments: items.toReversed().map(wireComment), newest: latest }
      const query = { parent: '0', page: String(page), ...OLDEST_FIRST, per_page: String(sizes.threads) }
      const threads = await list(post, query, about)
      if (!threads) return undefined
      const comments = [...threads.items, ...(await repliesTo(threads.items, (query) => list(post, query, about)))]
      return {
        total,
        isWhole: false,
        threads: threads.total,
        comments: comments.map(wireComment),
        newest: page === 1 ? latest : [],
      }
    },
    async latest(about) {
      // WordPress counts those behind a password, then leaves them out.
      const query = { per_page: String(AT_ONCE), orderby: 'date_gmt', order: 'desc', ...NEWEST_COMMENTS_QUERY }
      const listed = await client.list('wp/v2/comments', query, restPlacedComment, about).catch(emptyWhereRefused)
      const comments = (listed?.items ?? []).flatMap((comment) => {
        const post = comment._embedded?.up?.[0]
        const path = post && pathOf(post.link)
        if (path === undefined) return []
        return [{ ...wireComment(comment), title: textField(post?.title?.rendered), path }]
      })
      return { comments: comments.slice(0, sizes.newest) }
    },
    forget() {
      recent.forget()
      settled.forget()
    },
  }
}

const OLDEST_FIRST: Query = { orderby: 'date_gmt', order: 'asc' }
const MAX_KNOWN = 100_000

async function repliesTo(
  threads: readonly RestComment[],
  list: (query: Query) => Promise<Listed<RestComment> | undefined>,
): Promise<RestComment[]> {
  const replies: RestComment[] = []
  let parents = threads.map(({ id }) => id)
  for (let calls = 0; parents.length > 0 && calls < MAX_REPLY_CALLS; ) {
    const level: RestComment[] = []
    for (let page = 1, pages = 1; page <= pages && calls < MAX_REPLY_CALLS; page += 1, calls += 1) {
      const query = { parent: parents.slice(0, AT_ONCE).join(','), page: String(page), ...OLDEST_FIRST }
      const listed = await list(query)
      if (!listed) break
      level.push(...listed.items)
      pages = Math.ceil(listed.total / AT_ONCE)
    }
    replies.push(...level)
    parents = level.map(({ id }) => id)
  }
  return replies
}

/** Some sites close this route to anonymous readers. */
function emptyWhereRefused(error: unknown): undefined {
  if (error instanceof SourceError && REFUSED.has(error.facts.status ?? 0)) return undefined
  throw error
}

function wireComment({ id, parent, author_name, author_url, date_gmt, content }: RestComment): object {
  return { id, parent, author: author_name, url: author_url, date: date_gmt && `${date_gmt}Z`, html: content?.rendered }
}
