import * as z from 'zod'
import { isExcluded } from './card.ts'
import { type CallBudget, createBudget, type WordPressClient } from './client.ts'
import { queryOf } from './fields.ts'
import { createTtlCache } from './ttl-cache.ts'
import { type YoastHead, yoastRobots } from './wire.ts'

/** Whether a `noindex` that all of a site carries counts: as the site's own state, or as each post's. */
export type NoindexReading = 'site' | 'posts'

/** Newest posts that are looked at. */
const LOOKED_AT = 20
const REMEMBERED_MS = 600_000
const LIMIT_MS = 5000
const POSTS_QUERY = { per_page: String(LOOKED_AT), status: 'publish', ...queryOf(['yoast_head_json.robots']) }
const posts = z.object({ yoast_head_json: yoastRobots })

interface Headed {
  yoast_head_json?: YoastHead | undefined
}

/**
 * A client of a WordPress that keeps search engines from itself, because a portal stands in front of it (SRC-52): what each
 * of its newest posts carries is no editor's choice, so it does not count. Asks only once something is excluded.
 * @param onNoindex called once, when the site is found to be so
 */
export function withoutSiteNoindex(client: WordPressClient, onNoindex: () => void): WordPressClient {
  const states = createTtlCache<{ isSiteNoindex: boolean }>(REMEMBERED_MS)
  let isTold = false
  const isSiteNoindex = async (about: CallBudget): Promise<boolean> => {
    const state = await states
      .get('', about.rank, async () => {
        const budget = createBudget(about.rank, Math.min(LIMIT_MS, about.left()), about.span)
        const newest = (await client.list('wp/v2/posts', POSTS_QUERY, posts, budget))?.items ?? []
        const excluded = newest.filter(({ yoast_head_json: head }) => isExcluded(head))
        return { isSiteNoindex: newest.length > 1 && excluded.length === newest.length }
      })
      .catch(() => undefined)
    if (state?.isSiteNoindex && !isTold) {
      isTold = true
      onNoindex()
    }
    return state?.isSiteNoindex ?? false
  }
  const read = async (items: readonly unknown[], about: CallBudget): Promise<void> => {
    const excluded = items.filter(hasNoindex)
    if (excluded.length === 0 || !(await isSiteNoindex(about))) return
    for (const { yoast_head_json: head } of excluded) head.robots = withoutNoindex(head.robots)
  }
  return {
    ...client,
    async list(route, query, item, about) {
      const listed = await client.list(route, query, item, about)
      if (listed) await read(listed.items, about)
      return listed
    },
    async item(route, query, schema, about) {
      const found = await client.item(route, query, schema, about)
      if (found !== undefined) await read([found], about)
      return found
    },
  }
}

function hasNoindex(item: unknown): item is { yoast_head_json: YoastHead } {
  if (typeof item !== 'object' || item === null || !('yoast_head_json' in item)) return false
  return isExcluded((item as Headed).yoast_head_json)
}

/** The directives without those that exclude; WordPress adds `nofollow` to them. */
function withoutNoindex(robots: YoastHead['robots']): YoastHead['robots'] {
  return Object.fromEntries(
    Object.entries(robots).filter(([, directive]) => !/^(?:noindex|none|nofollow)$/i.test(directive?.trim() ?? '')),
  )
}
