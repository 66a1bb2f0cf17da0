import { defaultTreeAdapter as tree } from 'parse5'
import * as z from 'zod'
import {
  attribute,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  parseHtml,
  serialise,
} from '../../content/html/tree.ts'
import { isExcluded } from './card.ts'
import type { WordPressClient } from './client.ts'
import { queryOf } from './fields.ts'
import { type CallBudget, createBudget } from './rest-calls.ts'
import { createTtlCache } from './ttl-cache.ts'
import { type YoastHead, yoastRobots } from './wire.ts'

/** Whether a `noindex` of all posts is the site's own state, or each post's. */
export type NoindexReading = 'site' | 'posts'

const LOOKED_AT = 20
const REMEMBERED_MS = 600_000
const LIMIT_MS = 5000
const POSTS_QUERY = { per_page: String(LOOKED_AT), status: 'publish', ...queryOf(['yoast_head_json.robots']) }
const posts = z.object({ yoast_head_json: yoastRobots })
export const NEWEST_ROBOTS = ['wp/v2/posts', POSTS_QUERY, posts] as const
export const YOAST = 'yoast/v1'

interface Headed {
  yoast_head_json?: YoastHead
}

/** Several posts must agree. */
export function isOfSite(newest: ReadonlyArray<{ yoast_head_json?: YoastHead | undefined }>): boolean {
  return newest.length > 1 && newest.every(({ yoast_head_json: head }) => isExcluded(head))
}

/**
 * Ignores the `noindex` of all newest posts or of the front page: the WordPress hides from search engines, as a portal
 * stands in front (SRC-52).
 * @param onNoindex called each time
 */
export function withoutSiteNoindex(client: WordPressClient, onNoindex: () => void): WordPressClient {
  const states = createTtlCache<{ isOfSite: boolean }>(REMEMBERED_MS)
  const known = new Map<string, boolean>()
  const ask = async (
    plugin: string,
    about: CallBudget,
    look: (budget: CallBudget) => Promise<boolean>,
  ): Promise<boolean> => {
    const budget = createBudget(about.rank, Math.min(LIMIT_MS, about.left()), about.span)
    const state = await states
      .get(plugin, about.rank, async () => ({ isOfSite: await look(budget) }))
      .catch(() => ({ isOfSite: known.get(plugin) ?? false }))
    known.set(plugin, state.isOfSite)
    if (state.isOfSite) onNoindex()
    return state.isOfSite
  }
  const ofYoast = (about: CallBudget): Promise<boolean> =>
    ask('yoast', about, async (budget) =>
      isOfSite((await client.list('wp/v2/posts', POSTS_QUERY, posts, budget))?.items ?? []),
    )
  /** No editor excludes the front page. */
  const ofRankMath = (about: CallBudget): Promise<boolean> =>
    ask('rank math', about, async (budget) => {
      const front = await client.item(RANK_MATH_HEAD, { url: `${client.url.replace(/\/$/, '')}/` }, headed, budget)
      return front !== undefined && isNoindexHead(front.head)
    })
  const read = async (items: readonly unknown[], about: CallBudget): Promise<void> => {
    const excluded = items.filter(hasNoindex)
    if (excluded.length === 0 || !(await ofYoast(about))) return
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
      const item = await client.item(route, query, schema, about)
      if (item === undefined) return undefined
      await read([item], about)
      if (route === RANK_MATH_HEAD && hasNoindexTag(item) && (await ofRankMath(about)))
        item.head = withoutRobots(item.head)
      return item
    },
  }
}

export const RANK_MATH_HEAD = 'rankmath/v1/getHead'
const headed = z.object({ head: z.string() })

export function isNoindexHead(html: string): boolean {
  return robotsIn(parseHtml(html)).some(isExcluding)
}

function robotsIn(nodes: readonly HtmlNode[]): HtmlElement[] {
  return elementsNamed(nodes, 'meta').filter((meta) => attribute(meta, 'name')?.toLowerCase() === 'robots')
}

function isExcluding(meta: HtmlElement): boolean {
  return (attribute(meta, 'content') ?? '').split(',').some((directive) => /^(?:noindex|none)$/i.test(directive.trim()))
}

function withoutRobots(html: string): string {
  const nodes = parseHtml(html)
  for (const meta of robotsIn(nodes)) if (isExcluding(meta)) tree.detachNode(meta)
  return nodes.map(serialise).join('')
}

function hasNoindexTag(item: unknown): item is { head: string } {
  const { data } = headed.safeParse(item)
  return data !== undefined && isNoindexHead(data.head)
}

function hasNoindex(item: unknown): item is { yoast_head_json: YoastHead } {
  if (typeof item !== 'object' || item === null || !('yoast_head_json' in item)) return false
  return isExcluded((item as Headed).yoast_head_json)
}

/** WordPress adds `nofollow` to directives that exclude. */
function withoutNoindex(robots: YoastHead['robots']): YoastHead['robots'] {
  return Object.fromEntries(
    Object.entries(robots).filter(([, directive]) => !/^(?:noindex|none|nofollow)$/i.test(directive?.trim() ?? '')),
  )
}
