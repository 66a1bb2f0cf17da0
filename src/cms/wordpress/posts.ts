import { articleOf, type PostAdditions } from './article.ts'
import type { CallBudget, WordPressClient } from './client.ts'
import { blocksOf, type SiteContent } from './content.ts'
import { ARTICLE_QUERY, COUNT_QUERY } from './fields.ts'
import { RANK_MATH, rankMathHeadOf } from './head.ts'
import type { Illustrated } from './images.ts'
import type { OwnTypes } from './own-types.ts'
import { publicRendering } from './rendering.ts'
import { createPermalinkForms, listPathOf, pathOf, slugOf } from './urls.ts'
import { type RestPost, restId, restPost } from './wire.ts'

/** The only permanent redirect of WordPress, which does not use 308. */
const MOVED = 301
/** Maximum number of calls for a page that a reader waits for. */
const MAX_CALLS = 3

export interface Posts {
  /** @param path CMS form */
  article(path: string, about: CallBudget): Promise<object | undefined>
  /** Learns the form of the site's permalinks. */
  see(posts: readonly Illustrated[]): void
}

interface PostsSettings {
  /** The namespaces of the site's REST API, as far as known. */
  namespaces(): readonly string[]
  /** Number of calls for an article's page in addition to the article. */
  otherCalls(): number
  ownTypes: OwnTypes
  site: SiteContent
}

/**
 * Posts and pages by path: each is found by its slug, and distinguished from others with that slug by the whole path.
 * @param publicClient a client without credentials
 */
export function createPosts(
  client: WordPressClient,
  publicClient: WordPressClient,
  { namespaces, otherCalls, ownTypes, site }: PostsSettings,
): Posts {
  const forms = createPermalinkForms()
  /** Hosts of the site: the one that the API is called on, and those in its posts' links. */
  const hosts = new Set([new URL(client.url).host])

  const find = async (route: string, path: string, about: CallBudget): Promise<RestPost | undefined> => {
    const query = { slug: slugOf(path), status: 'publish', context: client.context, ...ARTICLE_QUERY }
    const listed = await client.list(route, query, restPost, about)
    return listed?.items.find(({ link }) => pathOf(link) === path)
  }

  /**
   * @param calls number of calls already made; additions to the text share the remaining ones, and may fail or be late
   */
  const additionsOf = async (
    post: RestPost,
    route: string,
    calls: number,
    about: CallBudget,
  ): Promise<PostAdditions> => {
    const { render, calls: renderings } = publicRendering(publicClient, `${route}/${post.id}`, about)
    const blocks = await blocksOf(post.content, render, site)
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

  const commentsOn = async (id: number, about: CallBudget): Promise<number | undefined> => {
    const listed = await client.list(
      'wp/v2/comments',
      { post: String(id), per_page: '1', ...COUNT_QUERY },
      restId,
      about,
    )
    return listed?.total
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
      await ownTypes.ready(about)
      const listed = path.replace(/\/page\/\d{1,6}$/, '')
      if (ownTypes.listAt(listed)) return { errors: { statusCode: 404, list: listed.slice(1) } }
      const own = ownTypes.typeAt(path)
      if (own) {
        const post = await find(own.route, path, about)
        return post ? articleOf(post, path, await additionsOf(post, own.route, 1, about)) : movedTo(path, about)
      }
      const routes = forms.isPostLike(path) ? ['wp/v2/posts', 'wp/v2/pages'] : ['wp/v2/pages', 'wp/v2/posts']
      for (const [before, route] of routes.entries()) {
        const post = await find(route, path, about)
        if (post) return articleOf(post, path, await additionsOf(post, route, before + 1, about))
      }
      return movedTo(path, about)
    },
  }

  /**
   * A permanent redirect from the site: it remembers old slugs of posts, and has lists at other paths. A temporary
   * redirect (to a login), or one to a foreign host, does not affect the portal's paths.
   */
  async function movedTo(path: string, about: CallBudget): Promise<object | undefined> {
    const located = await client.locate(path, { ...about, rank: 'secondary' }).catch(() => undefined)
    if (!located) return undefined
    const { location, route, status } = located
    const target = location === undefined ? listPathOf(path, route) : status === MOVED ? ownPathOf(location) : undefined
    return target === undefined || target === path ? undefined : { errors: { statusCode: 301, redirectLink: target } }
  }
  function ownPathOf(location: string): string | undefined {
    const url = URL.parse(location, client.url)
    return url && hosts.has(url.host) ? pathOf(url.href) : undefined
  }
}
