import type { Clock } from '../../system/clock.ts'
import { elapsed } from '../../system/clock.ts'
import type { Rank, Validator } from '../source.ts'
import { SourceError } from '../upstream/errors.ts'
import type { WordPressClient } from './client.ts'
import { REVISION_QUERY } from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { pathOf } from './urls.ts'
import { restRevision } from './wire.ts'

export type PostRevision = NonNullable<Validator['post']>

/**
 * Whether posts still have their date of modification (SRC-61). One call serves many posts, as WordPress answers no
 * conditional request.
 */
export interface PostRevisions {
  /** Of a post that was just read; undefined: the second of its date may bring another saving. */
  of(
    post: { id: number; modified_gmt?: string | undefined },
    route: string,
    path: string,
    answeredAt: number,
  ): PostRevision | undefined
  isCurrent(revision: PostRevision, about: CallBudget): Promise<boolean>
}

/** Fewer than the largest page, so that the site need not count them. */
const MOST_AT_ONCE = 99
const MAX_KNOWN = 2000
/** Milliseconds for which a date from another post's call counts. */
const DATE_TTL = 10_000
/** Milliseconds: WordPress' dates have a resolution of one second. */
const UNSETTLED = 2000
/** Milliseconds in which requests become one call. */
const GATHERING = 10

interface Known {
  revision: PostRevision
  checkedAt: number
  isSame: boolean
}

interface Batch {
  ids: Set<number>
  dates: Promise<ReadonlyMap<number, { modified: string; path: string | undefined }>>
}

export function createPostRevisions(client: WordPressClient, now: Clock = elapsed): PostRevisions {
  /** By route and id, the least recently used first. */
  const known = new Map<string, Known>()
  /** Incomplete batches by route and rank: no page waits for a call of a feed (COST-55). */
  const gathering = new Map<string, Batch>()
  const keyOf = ({ route, id }: Pick<PostRevision, 'route' | 'id'>): string => `${route} ${id}`
  const note = (entry: Known): void => {
    const key = keyOf(entry.revision)
    known.delete(key)
    known.set(key, entry)
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
  }

  /** Adds likely next posts: the last used ones with old dates. */
  const fill = (ids: Set<number>, route: string): void => {
    for (const { revision, checkedAt } of [...known.values()].reverse()) {
      if (ids.size >= MOST_AT_ONCE) return
      if (revision.route === route && now() - checkedAt >= DATE_TTL) ids.add(revision.id)
    }
  }
  const read = async (ids: ReadonlySet<number>, route: string, about: CallBudget) => {
    const query = { include: [...ids].join(','), per_page: '100', status: 'publish', context: client.context }
    const listed = await client.list(route, { ...query, ...REVISION_QUERY }, restRevision, about)
    return new Map(
      (listed?.items ?? []).map(({ id, modified_gmt: modified, link }) => [id, { modified, path: pathOf(link) }]),
    )
  }
  const batchFor = (route: string, rank: Rank, about: CallBudget): Batch => {
    const key = `${route} ${rank}`
    const open = gathering.get(key)
    if (open && open.ids.size < MOST_AT_ONCE) return open
    const ids = new Set<number>()
    const dates = new Promise<void>((resolve) => setTimeout(resolve, GATHERING)).then(() => {
      if (gathering.get(key)?.ids === ids) gathering.delete(key)
      fill(ids, route)
      return read(ids, route, about)
    })
    const batch = { ids, dates }
    gathering.set(key, batch)
    return batch
  }

  return {
    of({ id, modified_gmt: modified }, route, path, answeredAt) {
      const at = Date.parse(`${modified ?? ''}Z`)
      if (modified === undefined || Number.isNaN(at) || at > answeredAt - UNSETTLED) return undefined
      const revision = { route, id, modified, path }
      note({ revision, checkedAt: Number.NEGATIVE_INFINITY, isSame: true })
      return revision
    },
    async isCurrent(revision, about) {
      const { route, id, modified, path } = revision
      const before = known.get(keyOf(revision))
      if (before?.revision.modified === modified && now() - before.checkedAt < DATE_TTL) return before.isSame
      const { ids, dates } = batchFor(route, about.rank, about)
      ids.add(id)
      const read = await dates.catch((error: unknown) => {
        // A site that refuses this list still has whole posts.
        if (error instanceof SourceError && error.reason === 'status' && (error.facts.status ?? 500) < 500)
          return undefined
        throw error
      })
      if (!read) return false
      const checkedAt = now()
      for (const other of ids) {
        const entry = known.get(keyOf({ route, id: other }))
        const date = read.get(other)
        if (entry) entry.isSame = date?.modified === entry.revision.modified && date.path === entry.revision.path
        if (entry) entry.checkedAt = checkedAt
      }
      const own = read.get(id)
      const isSame = own?.modified === modified && own.path === path
      note({ revision, checkedAt, isSame })
      return isSame
    },
  }
}
