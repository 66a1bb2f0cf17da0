import { NEWEST_CATEGORY } from '../../content/list-kind.ts'
import { listKey, postKey } from '../../content/surrogate-keys.ts'
import { type CallBudget, createBudget, type WordPressClient } from './client.ts'
import { authorsOf, termsOf } from './embedded.ts'
import { CHANGE_QUERY, type Query } from './fields.ts'
import { pathOf } from './urls.ts'
import { type RestChange, restChange } from './wire.ts'

/** Changed content, for a purge: paths in CMS form, and surrogate keys. */
export interface Change {
  paths: string[]
  tags: string[]
  /** The articles are as they were. */
  only?: 'comments'
  /** There are more changes than listed: anything may be different. */
  isPartial?: boolean
}

/** Tolerance for clock differences, and for changes within one second. Milliseconds. */
const OVERLAP_MS = 2000
const DEADLINE_MS = 10_000
/** WordPress' timestamps and response clock have a resolution of one second. Milliseconds. */
const UNSETTLED_MS = 2000
/** More at once is an import, which purges everything. */
const MAX_CHANGES = 100
/** Unpublishing a post changes the site too; only users who may see such posts can query it. */
const ANY_STATUS = 'publish,future,draft,pending,private,trash'

/** Polls for changes since the last call. */
export interface Poll {
  /** The first call only sets the clock. `undefined`: no change. */
  next(): Promise<Change | undefined>
}

export function createPoll(client: WordPressClient): Poll {
  let since: number | undefined
  /** Changes already reported, for the overlap of two polls. */
  let reported = new Set<string>()

  const changed = async (route: string, query: Query, about: CallBudget) => {
    const changeQuery = { per_page: String(MAX_CHANGES), orderby: 'modified', ...query, ...CHANGE_QUERY }
    return client.list(route, changeQuery, restChange, about)
  }

  const fetchChanges = async (from: number, about: CallBudget) => {
    const after = new Date(from).toISOString()
    const modified: Query = { modified_after: after, status: client.isAnonymous ? 'publish' : ANY_STATUS }
    return Promise.all([
      changed('wp/v2/posts', modified, about),
      changed('wp/v2/pages', modified, about),
      // A scheduled post appears at its time without a modification.
      changed('wp/v2/posts', { after, status: 'publish' }, about),
    ])
  }

  return {
    async next() {
      const responses = await fetchChanges(since ?? Date.now(), createBudget('secondary', DEADLINE_MS))
      const isFirst = since === undefined
      const clocks = responses.flatMap((response) => response?.answeredAt ?? [])
      const answeredAt = clocks.length > 0 ? Math.min(...clocks) : Date.now()
      since = answeredAt - OVERLAP_MS
      const items = responses.flatMap((response) => response?.items ?? [])
      const fresh = items.filter((item) => !reported.has(keyOf(item)))
      // A recent change may be followed by another within the same second, with the same timestamp.
      reported = new Set(items.filter((item) => modifiedAt(item) < answeredAt - UNSETTLED_MS).map(keyOf))
      if (isFirst || fresh.length === 0) return undefined
      const isPartial = responses.some((response) => response !== undefined && response.total > MAX_CHANGES)
      return { ...changeOf(fresh), ...(isPartial && { isPartial }) }
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

/** The article itself, every list that contains or should contain it, and the home page. */
function changeOf(items: readonly RestChange[]): Change {
  const paths = items.flatMap(({ link, status }) => (status === 'publish' && link ? (pathOf(link) ?? []) : []))
  const tags = items.flatMap(({ id, _embedded }) => [
    postKey(String(id)),
    ...termsOf(_embedded).map(({ taxonomy, slug }) => listKey(taxonomy === 'category' ? 'category' : 'tag', slug)),
    ...authorsOf(_embedded).map(({ slug }) => listKey('author', slug)),
  ])
  return { paths: ['/', ...new Set(paths)], tags: [...new Set([...tags, listKey('category', NEWEST_CATEGORY)])] }
}
