import { listKey, postKey } from '../../content/surrogate-keys.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { FeedState, WordPressClient } from './client.ts'
import { CHANGE_QUERY, type Query } from './fields.ts'
import { type CallBudget, createBudget } from './rest-calls.ts'
import { pathOf } from './urls.ts'
import { authorsOf, type RestChange, restChange, termsOf } from './wire.ts'

export interface Change {
  paths: string[]
  tags: string[]
  /** Articles themselves are unchanged. */
  only?: 'comments'
  /** Distinguishes later changes of the same articles. */
  stamp?: string
  /** Anything may be different, as more changed than is listed. */
  isPartial?: boolean
}

/** For clock differences and changes within one second. */
const OVERLAP_MS = 2000
const DEADLINE_MS = 10_000
/** WordPress' timestamps and response clock have a resolution of one second. */
const UNSETTLED_MS = 2000
/** More at once are an import, which purges everything. */
const MAX_CHANGES = 100
/** Unpublishing changes the site too; only users who may see such posts can query it. */
const ANY_STATUS = 'publish,future,draft,pending,private,trash'

/** A cache in front of WordPress may keep the feed, so all lists are read after so many polls. */
const POLLS_UNTIL_ALL = 10
/** Unpublishing does not change the feed, so an editor's list is read after so many polls. */
const POLLS_UNTIL_NEXT_LIST = 2
/** After so many reads of posts another of the lists has a turn. */
const TURNS_OF_POSTS = 5
const POSTS = 'wp/v2/posts'
const PAGES = 'wp/v2/pages'

export interface Poll {
  /** The first call only sets the clock. `undefined`: no change. */
  next(): Promise<Change | undefined>
}

interface ChangeList {
  route: string
  query(since: string): Query
  since: number
  /** For the overlap of two reads. */
  reported: Set<string>
}

/**
 * Waits for another date of the site's feed (docs/decisions/052).
 * @param ownRoutes REST routes of own post types
 */
export function createPoll(client: WordPressClient, ownRoutes: () => readonly string[] = () => []): Poll {
  const lists = new Map<string, ChangeList>()
  const status = client.isAnonymous ? 'publish' : ANY_STATUS
  let startedAt: number | undefined
  let feedAt: number | undefined
  let polls = 0

  const listFor = (key: string, from: number, list: Pick<ChangeList, 'route' | 'query'>): ChangeList => {
    const known = lists.get(key) ?? { ...list, since: from, reported: new Set() }
    lists.set(key, known)
    return known
  }
  /** A scheduled post appears without a modification. */
  const allLists = (from: number): [posts: ChangeList, ...others: ChangeList[]] => {
    const modified = (route: string) =>
      listFor(route, from, { route, query: (since) => ({ modified_after: since, status }) })
    const query = (since: string): Query => ({ after: since, status: 'publish' })
    const scheduled = listFor('scheduled', from, { route: POSTS, query })
    return [modified(POSTS), modified(PAGES), ...ownRoutes().map(modified), scheduled]
  }

  const dueAnyway = (): ChangeList[] => {
    const [posts, ...others] = allLists(startedAt ?? Date.now())
    if (client.isAnonymous) return polls % POLLS_UNTIL_ALL === 0 ? [posts, ...others] : []
    if (polls % POLLS_UNTIL_NEXT_LIST !== 0) return []
    const turn = polls / POLLS_UNTIL_NEXT_LIST
    const other = turn % TURNS_OF_POSTS === 0 ? others[(turn / TURNS_OF_POSTS) % others.length] : undefined
    return [other ?? posts]
  }

  const read = async (list: ChangeList, about: CallBudget) => {
    const query = { orderby: 'modified', ...list.query(new Date(list.since).toISOString()) }
    const changeQuery = { per_page: String(MAX_CHANGES), ...query, ...CHANGE_QUERY }
    const listed = await client.list(list.route, changeQuery, restChange, about)
    const { items, total, answeredAt } = listed ?? { items: [], total: 0, answeredAt: Date.now() }
    const fresh = items.filter((item) => !list.reported.has(keyOf(item)))
    list.since = answeredAt - OVERLAP_MS
    // Another change within the same second would have the same timestamp.
    list.reported = new Set(items.filter((item) => modifiedAt(item) < answeredAt - UNSETTLED_MS).map(keyOf))
    return { fresh, isPartial: total > MAX_CHANGES }
  }

  return {
    async next() {
      const about = createBudget('secondary', DEADLINE_MS)
      const feed = await client.feedState(about).catch((): FeedState => ({ answeredAt: Date.now() }))
      const isFirst = startedAt === undefined
      startedAt ??= feed.answeredAt - OVERLAP_MS
      polls += 1
      const isSame = feed.changedAt !== undefined && feed.changedAt === feedAt
      const due = isSame ? dueAnyway() : allLists(startedAt)
      const responses = await Promise.all(due.map((list) => read(list, about)))
      // Failures above are tried again, and a second change may follow within the second.
      const isSettled = feed.changedAt !== undefined && feed.changedAt < feed.answeredAt - UNSETTLED_MS
      feedAt = isSettled ? feed.changedAt : undefined
      const fresh = responses.flatMap((response) => response.fresh)
      if (isFirst || fresh.length === 0) return undefined
      return { ...changeOf(fresh), isPartial: responses.some(({ isPartial }) => isPartial) || undefined }
    },
  }
}

function modifiedAt({ modified_gmt: modified }: RestChange): number {
  const at = Date.parse(`${modified}Z`)
  return Number.isNaN(at) ? 0 : at
}

function keyOf({ id, status, modified_gmt: modified }: RestChange): string {
  return `${id} ${status} ${modified}`
}

/** The article, every list that has or should have it, and the home page. */
function changeOf(items: readonly RestChange[]): Change {
  const paths = items.flatMap(({ link, status }) => (status === 'publish' && link ? (pathOf(link) ?? []) : []))
  const tags = items.flatMap(({ id, _embedded }) => [
    postKey(String(id)),
    ...termsOf(_embedded).map(({ taxonomy, slug }) => listKey(taxonomy === 'category' ? 'category' : 'tag', slug)),
    ...authorsOf(_embedded).map(({ slug }) => listKey('author', slug)),
  ])
  return {
    paths: ['/', ...new Set(paths)],
    tags: [...new Set([...tags, listKey('category', NEWEST_CATEGORY)])],
    stamp: items.map(keyOf).sort().join(),
  }
}
