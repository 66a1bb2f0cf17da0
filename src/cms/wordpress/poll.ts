import { NEWEST_CATEGORY } from '../../content/reader.ts'
import { listKey, postKey } from '../../content/surrogate-keys.ts'
import { pathOf } from './addresses.ts'
import { type Asking, asking, type WordPressClient } from './client.ts'
import { authorsOf, termsOf } from './embedded.ts'
import { CHANGE_QUERY, type Query } from './fields.ts'
import { type RestChange, restChange } from './wire.ts'

/** What is not as it was, for a purge: paths in CMS form, and surrogate keys. */
export interface Change {
  paths: string[]
  tags: string[]
  /** More has changed than was told: anything may be different. */
  isPartial?: boolean
}

/** Seconds between two clocks, and between a change and its second. Milliseconds. */
const OVERLAP_MS = 2000
const DEADLINE_MS = 10_000
/** WordPress writes times, and the clock of its answers, to the second. Milliseconds. */
const UNSETTLED_MS = 2000
/** More at once is an import: then everything is purged. */
const MAX_CHANGES = 100
/** What is taken off the site changes it too; to be asked for by those who may see it. */
const ANY_STATUS = 'publish,future,draft,pending,private,trash'

/** Asks for what changed since the last time. */
export interface Poll {
  /** The first one only sets the clock. `undefined`: nothing changed. */
  next(): Promise<Change | undefined>
}

export function createPoll(client: WordPressClient): Poll {
  let since: number | undefined
  /** What the overlap would tell of twice. */
  let told = new Set<string>()

  const changed = async (route: string, query: Query, about: Asking) => {
    const asked = { per_page: String(MAX_CHANGES), orderby: 'modified', ...query, ...CHANGE_QUERY }
    return client.list(route, asked, restChange, about)
  }

  const ask = async (from: number, about: Asking) => {
    const after = new Date(from).toISOString()
    const modified: Query = { modified_after: after, status: client.isAnonymous ? 'publish' : ANY_STATUS }
    return Promise.all([
      changed('wp/v2/posts', modified, about),
      changed('wp/v2/pages', modified, about),
      // A post that was planned appears at its hour without being modified.
      changed('wp/v2/posts', { after, status: 'publish' }, about),
    ])
  }

  return {
    async next() {
      const answers = await ask(since ?? Date.now(), asking('secondary', DEADLINE_MS))
      const isFirst = since === undefined
      const clocks = answers.flatMap((answer) => answer?.answeredAt ?? [])
      const answeredAt = clocks.length > 0 ? Math.min(...clocks) : Date.now()
      since = answeredAt - OVERLAP_MS
      const items = answers.flatMap((answer) => answer?.items ?? [])
      const fresh = items.filter((item) => !told.has(keyOf(item)))
      // What was changed a moment ago may change again within the same second, and nothing would show it.
      told = new Set(items.filter((item) => modifiedAt(item) < answeredAt - UNSETTLED_MS).map(keyOf))
      if (isFirst || fresh.length === 0) return undefined
      const isPartial = answers.some((answer) => answer !== undefined && answer.total > MAX_CHANGES)
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

/** The article itself, every list that it stands in or should stand in, and the home page. */
function changeOf(items: readonly RestChange[]): Change {
  const paths = items.flatMap(({ link, status }) => (status === 'publish' && link ? (pathOf(link) ?? []) : []))
  const tags = items.flatMap(({ id, _embedded }) => [
    postKey(String(id)),
    ...termsOf(_embedded).map(({ taxonomy, slug }) => listKey(taxonomy === 'category' ? 'category' : 'tag', slug)),
    ...authorsOf(_embedded).map(({ slug }) => listKey('author', slug)),
  ])
  return { paths: ['/', ...new Set(paths)], tags: [...new Set([...tags, listKey('category', NEWEST_CATEGORY)])] }
}
