import type { Validator } from '../source.ts'
import { articleOf } from './article.ts'
import { isPublished } from './card.ts'
import { ARTICLE_QUERY, type Query } from './fields.ts'
import type { Illustrated } from './images.ts'
import type { OwnTypes } from './own-types.ts'
import { periodAt } from './period.ts'
import { type PostAdditionsSettings, type PostPlace, postAdditions, type ReadAdditions } from './post-additions.ts'
import { createRedirects, isPosts, type Redirects, redirectTo } from './redirects.ts'
import type { CallBudget } from './rest-calls.ts'
import { createPostRevisions } from './revisions.ts'
import { createPermalinkForms, idIn, pathOf, slugOf } from './urls.ts'
import { restPost } from './wire.ts'

export interface FoundPost {
  json?: object
  validator?: Validator
  isUnchanged?: true
}

export interface Posts {
  /**
   * @param path in CMS form
   * @param known of the caller's article
   */
  article(path: string, about: CallBudget, known?: Validator): Promise<FoundPost>
  /**
   * Redirects to what the query names on the site's front page.
   * @param query `p=12`
   */
  shortLink(query: string, about: CallBudget): Promise<object | undefined>
  see(posts: readonly Illustrated[]): void
  /** Of the API, and of its posts' links. */
  hosts: ReadonlySet<string>
}

interface PostsSettings extends PostAdditionsSettings {
  ownTypes: OwnTypes
}

/** Looks up by slug; the whole path distinguishes equal slugs. */
export function createPosts(settings: PostsSettings): Posts {
  const { reader, ownTypes, site } = settings
  const forms = createPermalinkForms()
  const revisions = createPostRevisions(reader)
  const hosts = new Set([new URL(reader.url).host])
  const redirects = createRedirects(reader, ownTypes, hosts)
  const additionsOf = postAdditions(settings)
  const named = namedPosts(settings, redirects, additionsOf)

  const find = async (place: PostPlace, about: CallBudget): Promise<FoundPost | undefined> => {
    const { path, route } = place
    const id = idIn(path)
    const identity: Query = id === undefined ? { slug: slugOf(path) } : { include: id }
    const query = { ...identity, status: 'publish', context: reader.context, ...ARTICLE_QUERY }
    const listed = await reader.list(route, query, restPost, about)
    const post = listed?.items.find(({ link }) => pathOf(link) === path)
    // Old plain permalinks lead to the new ones.
    const moved = id !== undefined && !post ? pathOf(listed?.items[0]?.link ?? '') : undefined
    if (moved !== undefined) return { json: redirectTo(moved, path) }
    if (!listed || !post) return undefined
    const additions = await additionsOf(post, place, about)
    const json = articleOf(post, path, additions)
    const revision = json && !additions.isPartial && revisions.of(post, route, path, listed.answeredAt)
    return { json, validator: revision ? { isExact: false, post: revision } : undefined }
  }

  return {
    shortLink: async (query, about) => redirectTo(await redirects.ofShortLink(query, about)),
    hosts,
    see: (posts) => {
      for (const { post } of posts) {
        const path = pathOf(post.link)
        if (path !== undefined) forms.see(path)
      }
      const host = commonHost(posts.map(({ post }) => post.link))
      if (host !== undefined) hosts.add(host)
    },
    async article(path, about, known) {
      if (known?.post && (await revisions.isCurrent(known.post, about))) return { isUnchanged: true }
      await ownTypes.ready(about)
      const listed = path.replace(/\/page\/\d{1,6}$/, '')
      if (periodAt(listed, site.language) || ownTypes.listAt(listed))
        return { json: { errors: { statusCode: 404, list: listed.slice(1) } } }
      const own = ownTypes.typeAt(path)
      const postRoutes = forms.isPostLike(path) ? ['wp/v2/posts', 'wp/v2/pages'] : ['wp/v2/pages', 'wp/v2/posts']
      const routes = own ? [own.route] : postRoutes
      for (const [before, route] of routes.entries()) {
        const post = await find({ path, route, calls: before + 1 }, about)
        if (post) return post
      }
      return { json: await named(path, routes.length, about) }
    },
  }
}

/**
 * What WordPress has at a path that no slug names (SRC-55): a post in another language at its own path, anything else
 * as a redirect.
 */
function namedPosts(
  { reader, ownTypes }: PostsSettings,
  redirects: Redirects,
  additionsOf: ReadAdditions,
): (path: string, calls: number, about: CallBudget) => Promise<object | undefined> {
  return async (path, calls, about) => {
    const located = await reader.locate(path, { ...about, rank: 'secondary' }).catch(() => undefined)
    const route = located?.location === undefined ? located?.route : undefined
    if (!located || route === undefined || located.id === undefined || !isPosts(route, ownTypes))
      return redirectTo(located && (await redirects.ofLocated(located, path, about)), path)
    const query = { context: reader.context, ...ARTICLE_QUERY }
    const post = await reader.item(`${route}/${located.id}`, query, restPost, about)
    const own = post && isPublished(post) ? pathOf(post.link) : undefined
    if (!post || own === undefined) return undefined
    return own === path
      ? articleOf(post, path, await additionsOf(post, { path, route, calls: calls + 2 }, about))
      : redirectTo(own, path)
  }
}

/** Of most links, as a plugin may lead single posts to another site. */
function commonHost(links: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const link of links) {
    const host = URL.parse(link)?.host
    if (host) counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].find(([, count]) => count > links.length / 2)?.[0]
}
