import { createPermalinkForms, listPathOf, pathOf, slugOf } from './addresses.ts'
import { articleOf, type Beside } from './article.ts'
import type { Asking, WordPressClient } from './client.ts'
import { blocksOf } from './content.ts'
import { ARTICLE_QUERY, COUNT_QUERY } from './fields.ts'
import { RANK_MATH, rankMathHeadOf } from './head.ts'
import type { Pictured } from './pictures.ts'
import { publicRendering } from './rendering.ts'
import { type RestPost, restId, restPost } from './wire.ts'

/** The only status that says where a page is for good; WordPress knows no 308. */
const MOVED = 301
/** Calls for one page that a reader waits for. */
const MAX_CALLS = 3

export interface Posts {
  /** @param path CMS form */
  article(path: string, about: Asking): Promise<object | undefined>
  /** Learns what the site's permalinks look like. */
  see(posts: readonly Pictured[]): void
}

interface PostsSettings {
  /** What the site's REST API consists of, as far as that is known. */
  namespaces(): readonly string[]
  /** Calls that an article's page will need beside the article. */
  otherCalls(): number
}

/**
 * Posts and pages by their paths, each found by its slug and told from its namesakes by its whole path.
 * @param everyone a client without credentials
 */
export function createPosts(
  client: WordPressClient,
  everyone: WordPressClient,
  { namespaces, otherCalls }: PostsSettings,
): Posts {
  const forms = createPermalinkForms()
  /** Hosts of the site: the one that it is asked at, and those that its posts say they are on. */
  const hosts = new Set([new URL(client.url).host])

  const find = async (route: string, path: string, about: Asking): Promise<RestPost | undefined> => {
    const query = { slug: slugOf(path), status: 'publish', context: client.context, ...ARTICLE_QUERY }
    const found = await client.list(route, query, restPost, about)
    return found?.items.find(({ link }) => pathOf(link) === path)
  }

  /** @param calls made for it already; what is beside the text has the ones that are left, and may fail or be late */
  const besideOf = async (post: RestPost, route: string, calls: number, about: Asking): Promise<Beside> => {
    const { render, calls: renderings } = publicRendering(everyone, `${route}/${post.id}`, about)
    const blocks = await blocksOf(post.content, render)
    const isShared = blocks.some(({ blockName }) => blockName === 'core/block')
    let left = MAX_CALLS - calls - renderings() - otherCalls() - (isShared ? 1 : 0)
    const allowed = (isWanted: boolean): boolean => isWanted && left-- > 0
    const known = post.yoast_head_json ? [] : namespaces()
    const [head, comments] = await Promise.all([
      allowed(known.includes(RANK_MATH)) ? rankMathHeadOf(client, post.link, about).catch(() => undefined) : undefined,
      allowed(post.comment_status === 'open') ? commentsOn(post.id, about).catch(() => undefined) : undefined,
    ])
    return { blocks, head, comments }
  }

  const commentsOn = async (id: number, about: Asking): Promise<number | undefined> => {
    const found = await client.list(
      'wp/v2/comments',
      { post: String(id), per_page: '1', ...COUNT_QUERY },
      restId,
      about,
    )
    return found?.total
  }

  return {
    see: (posts) => {
      for (const { post } of posts) {
        const path = pathOf(post.link)
        if (path === undefined) continue
        forms.see(path)
        hosts.add(new URL(post.link).host)
      }
    },
    async article(path, about) {
      const routes = forms.isPostLike(path) ? ['wp/v2/posts', 'wp/v2/pages'] : ['wp/v2/pages', 'wp/v2/posts']
      for (const [before, route] of routes.entries()) {
        const post = await find(route, path, about)
        if (post) return articleOf(post, path, await besideOf(post, route, before + 1, about))
      }
      return movedTo(path, about)
    },
  }

  /**
   * The site knows the old slugs of its posts, and has its lists elsewhere: both are moved for good. What leads there for
   * now only (to a login), or to a host that posts are not on, says nothing of the portal's addresses.
   */
  async function movedTo(path: string, about: Asking): Promise<object | undefined> {
    const found = await client.locate(path, { ...about, rank: 'secondary' }).catch(() => undefined)
    if (!found) return undefined
    const { location, route, status } = found
    const target = location === undefined ? listPathOf(path, route) : status === MOVED ? ownPathOf(location) : undefined
    return target === undefined || target === path ? undefined : { errors: { statusCode: 301, redirectLink: target } }
  }
  function ownPathOf(location: string): string | undefined {
    const url = URL.parse(location, client.url)
    return url && hosts.has(url.host) ? pathOf(url.href) : undefined
  }
}
