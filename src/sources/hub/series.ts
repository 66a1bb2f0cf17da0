import * as z from 'zod'
import { MAX_PARTS } from '../../services/list-kind.ts'
import type { SeriesSettings } from '../../services/service.ts'

const MAX_CALLS = 12

const posts = z.array(z.unknown()).catch([])
const block = z.object({ blockContent: z.object({ posts }) }).catch({ blockContent: { posts: [] } })
const tagPage = z.object({
  name: z.string().min(1),
  posts,
  blocks: z.array(block).catch([]),
  sumOfPosts: z.coerce.number().int().min(1),
  postPerPage: z.coerce.number().int().min(1),
})

/**
 * The articles of a tag, oldest first (SERIES-5).
 * @param read 0 is the first view, other pages count from 2
 * @returns undefined for a tag that is no series or has no articles
 */
export async function hubSeries(
  slug: string,
  settings: SeriesSettings | undefined,
  read: (page: number) => Promise<unknown>,
): Promise<object | undefined> {
  const named = settings?.tags.find(({ tag }) => tag === slug)
  const first = named && tagPage.safeParse(await read(0)).data
  if (!first) return undefined
  const lastPage = Math.ceil(first.sumOfPosts / first.postPerPage)
  const pages = Math.min(lastPage, MAX_CALLS, Math.ceil(MAX_PARTS / first.postPerPage) + 1)
  const oldestFirst = await Promise.all(
    Array.from({ length: pages }, async (_, index) => {
      const page = lastPage - index
      return postsOf(page <= 1 ? first : tagPage.safeParse(await read(page)).data).reverse()
    }),
  )
  const parts = oldestFirst.flat().slice(0, MAX_PARTS)
  if (parts.length === 0) return undefined
  return {
    type: 'series',
    name: named.title ?? first.name,
    lead: named.lead ?? '',
    blocks: [],
    posts: parts,
    sumOfPosts: parts.length,
    postPerPage: MAX_PARTS,
    ad_slots: [],
  }
}

/** The first view may have articles in blocks alone. */
function postsOf(page: z.output<typeof tagPage> | undefined): unknown[] {
  if (!page) return []
  return [...(page.posts.length > 0 ? page.posts : page.blocks.flatMap(({ blockContent }) => blockContent.posts))]
}
