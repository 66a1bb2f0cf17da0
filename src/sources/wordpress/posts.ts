import { inSlices } from '../../system/steps.ts'
import type { Validator } from '../source.ts'
import { articleOf, type PostAdditions } from './article.ts'
import { isProtected, isPublished } from './card.ts'
import type { Located, WordPressClient } from './client.ts'
import { CO_AUTHORS, coAuthorsOf, hasOtherAuthors } from './co-authors.ts'
import type { Comments } from './comments.ts'
import {
  blocksOf,
  type PublicBlocks,
  publicBlocksOf,
  publicRendering,
  rawContent,
  type SiteContent,
} from './content.ts'
import { ARTICLE_QUERY, ATTACHMENT_QUERY, type Query, SLUG_QUERY } from './fields.ts'
import { withForms } from './forms.ts'
import { RANK_MATH, rankMathHeadOf } from './head.ts'
import type { Illustrated } from './images.ts'
import type { OwnTypes } from './own-types.ts'
import { periodAt } from './period.ts'
import { recordingIds, recordingLengths, withLengths } from './recording-lengths.ts'
import type { CallBudget } from './rest-calls.ts'
import { createPostRevisions } from './revisions.ts'
import { takesTranslationCall, translationsOf } from './translations.ts'
import { createPermalinkForms, idIn, idPath, isList, listPathOf, pathOf, slugOf } from './urls.ts'
import { authorsOf, type RestPost, restAttachment, restPost, restSlug } from './wire.ts'

/** The only permanent redirect of WordPress, which does not use 308. */
const MOVED = 301
const ATTACHMENTS = 'wp/v2/media'
/** Calls for a page that a reader waits for, apart from the one for the editors' text. */
const MAX_CALLS = 3

export interface FoundPost {
  json?: object
  validator?: Validator
  isUnchanged?: true
}

export interface Posts {
  /**
   * @param path in CMS form
   * @param known of the article that the caller has
   */
  article(path: string, about: CallBudget, known?: Validator): Promise<FoundPost>
  /**
   * Redirects to what a query of the site's front page names.
   * @param query `p=12`
   */
  shortLink(query: string, about: CallBudget): Promise<object | undefined>
  /** Learns the form of the site's permalinks. */
  see(posts: readonly Illustrated[]): void
  /** Hosts of the site: the one that the API is called on, and those in its posts' links. */
  hosts: ReadonlySet<string>
}

interface PostsSettings {
  /** The namespaces of the site's REST API, as far as known. */
  namespaces(): readonly string[]
  /** Number of calls for an article's page in addition to the article. */
  otherCalls(): number
  ownTypes: OwnTypes
  site: SiteContent
  comments: Comments
  /** Whether the portal shows the comments themselves; false: only their number (COMM-1). */
  showsComments: boolean
}

/**
 * Looks posts and pages up by slug, and distinguishes those with the same slug by the whole path.
 * @param reader reads what visitors may: without credentials, unless the operator chose otherwise
 * @param client the client with the credentials, where there are some
 */
export function createPosts(
  reader: WordPressClient,
  client: WordPressClient,
  publicClient: WordPressClient,
  { namespaces, otherCalls, ownTypes, site, comments, showsComments }: PostsSettings,
): Posts {
  const forms = createPermalinkForms()
  const revisions = createPostRevisions(reader)
  const hosts = new Set([new URL(reader.url).host])

  const find = async (
    route: string,
    path: string,
    calls: number,
    about: CallBudget,
  ): Promise<FoundPost | undefined> => {
    const id = idIn(path)
    const identity: Query = id === undefined ? { slug: slugOf(path) } : { include: id }
    const query = { ...identity, status: 'publish', context: reader.context, ...ARTICLE_QUERY }
    const listed = await reader.list(route, query, restPost, about)
    const post = listed?.items.find(({ link }) => pathOf(link) === path)
    // Permalinks that are not plain any more lead from the old ones.
    const moved = id !== undefined && !post ? pathOf(listed?.items[0]?.link ?? '') : undefined
    if (moved !== undefined) return { json: redirectTo(moved, path) }
    if (!listed || !post) return undefined
    const json = articleOf(post, path, await additionsOf(post, path, route, calls, about))
    const revision = json && revisions.of(post, route, path, listed.answeredAt)
    return { json, validator: revision && { isExact: false, post: revision } }
  }

  /**
   * @param calls number of calls already made; additions to the text share the remaining ones, and may fail or be
   * late
   */
  const additionsOf = async (
    post: RestPost,
    path: string,
    route: string,
    calls: number,
    about: CallBudget,
  ): Promise<PostAdditions> => {
    const text = reader.isAnonymous ? undefined : await editorsText(post, route, about)
    let left = MAX_CALLS - calls - otherCalls() - (text?.cost ?? 0)
    const allowed = (isWanted: boolean): boolean => isWanted && left-- > 0
    const known = post.yoast_head_json ? [] : namespaces()
    const isOpen = post.comment_status === 'open'
    const isCounted = (isOpen || showsComments) && !isProtected(post)
    const isSigned =
      namespaces().some((one) => one === CO_AUTHORS) && hasOtherAuthors(post, authorsOf(post._embedded)[0])
    const [shown, authors, translations, head, count] = await Promise.all([
      text ?? publicText(post, route, about),
      // A byline is worth a call of its own.
      isSigned ? coAuthorsOf(post, publicClient, about).catch(() => undefined) : undefined,
      !takesTranslationCall(post) || allowed(true) ? translationsOf(post, reader, route, about) : [],
      allowed(known.includes(RANK_MATH)) ? rankMathHeadOf(reader, post.link, about).catch(() => undefined) : undefined,
      allowed(isCounted) ? comments.count(String(post.id), isOpen, about).catch(() => undefined) : undefined,
    ])
    const page = { path, url: new URL(path, reader.url).href }
    const recordings = recordingIds(shown.blocks)
    const lengths = allowed(recordings.length > 0)
      ? await recordingLengths(recordings, reader, about).catch(() => undefined)
      : undefined
    const timed = lengths ? withLengths(shown.blocks, lengths) : shown.blocks
    const blocks = await inSlices(withForms(timed, page))
    return {
      blocks,
      isRestricted: shown.isRestricted,
      authors,
      translations,
      head,
      comments: count,
      hasDiscussion: showsComments,
    }
  }

  /** The text that visitors get (SRC-24). The editors' text shows whether it is the whole text, in a parallel call. */
  const publicText = async ({ id, content }: RestPost, route: string, about: CallBudget): Promise<PublicBlocks> =>
    publicBlocksOf(content, await rawContent(client, `${route}/${id}`, about), site)

  /** The text as an editor reads it: only where WordPress shows nothing to visitors (CMS_READING=editor). */
  const editorsText = async (
    { id, content }: RestPost,
    route: string,
    about: CallBudget,
  ): Promise<PublicBlocks & { cost: number }> => {
    const { render, calls } = publicRendering(publicClient, `${route}/${id}`, about)
    const blocks = await blocksOf(content, render, site)
    const isShared = blocks.some(({ blockName }) => blockName === 'core/block')
    return { blocks, isRestricted: false, cost: calls() + (isShared ? 1 : 0) }
  }

  return {
    shortLink: async (query, about) => redirectTo(await shortLinkTarget(query, about)),
    hosts,
    see: (posts) => {
      for (const { post } of posts) {
        const path = pathOf(post.link)
        if (path === undefined) continue
        forms.see(path)
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
      if (own) {
        return (await find(own.route, path, 1, about)) ?? { json: await named(path, 1, about) }
      }
      const routes = forms.isPostLike(path) ? ['wp/v2/posts', 'wp/v2/pages'] : ['wp/v2/pages', 'wp/v2/posts']
      for (const [before, route] of routes.entries()) {
        const post = await find(route, path, before + 1, about)
        if (post) return post
      }
      return { json: await named(path, routes.length, about) }
    },
  }

  /**
   * What WordPress has at a path that no slug names (SRC-55): a post in another language at its own path, anything
   * else as a redirect.
   */
  async function named(path: string, calls: number, about: CallBudget): Promise<object | undefined> {
    const located = await reader.locate(path, { ...about, rank: 'secondary' }).catch(() => undefined)
    const route = located?.location === undefined ? located?.route : undefined
    if (!located || route === undefined || located.id === undefined || !isPosts(route))
      return redirectTo(located && (await targetIn(located, path, about)), path)
    const query = { context: reader.context, ...ARTICLE_QUERY }
    const post = await reader.item(`${route}/${located.id}`, query, restPost, about)
    const own = post && isPublished(post) ? pathOf(post.link) : undefined
    if (!post || own === undefined) return undefined
    return own === path
      ? articleOf(post, path, await additionsOf(post, path, route, calls + 2, about))
      : redirectTo(own, path)
  }

  function isPosts(route: string): boolean {
    return route === 'wp/v2/posts' || route === 'wp/v2/pages' || ownTypes.all().some((type) => type.route === route)
  }

  /** WordPress redirects its short links to permalinks; lists and attachments have other paths on the portal. */
  async function shortLinkTarget(query: string, about: CallBudget, isParent = false): Promise<string | undefined> {
    const plain = reader.isPlain() ? pathOf(`${reader.url}/?${query}`) : undefined
    if (plain !== undefined) return plain
    const { status, location, route, id } = await reader.locate('/', { ...about, rank: 'secondary' }, query)
    if (status === 200 && route === ATTACHMENTS && id !== undefined && !isParent) return attachmentPath(id, about)
    if (status === 200 && id !== undefined && route !== undefined) return pathOfPlain(route, id, about)
    const target = status === MOVED && location !== undefined ? URL.parse(location, reader.url) : null
    if (!target || !hosts.has(target.host)) return undefined
    const path = pathOf(target.href)
    return path === undefined ? '/' : ((await targetOf(path, about, isParent)) ?? path)
  }

  /** What a query names where permalinks are plain, and WordPress does not lead to another URL. */
  async function pathOfPlain(route: string, id: number, about: CallBudget): Promise<string | undefined> {
    if (isPosts(route)) return idPath(id)
    if (!isList(route)) return undefined
    const term = await reader.item(`${route}/${id}`, SLUG_QUERY, restSlug, about)
    return term && listPathOf(`/${term.slug}`, route)
  }

  /** An attachment's page: the post that it belongs to, else its file. */
  async function attachmentPath(id: number, about: CallBudget): Promise<string | undefined> {
    const media = await reader.item(`${ATTACHMENTS}/${id}`, ATTACHMENT_QUERY, restAttachment, about)
    const post = media?.post ? await shortLinkTarget(`p=${media.post}`, about, true) : undefined
    const file = URL.parse(media?.source_url ?? '')
    return post ?? (file && hosts.has(file.host) ? file.pathname : undefined)
  }

  /**
   * The site remembers old slugs of posts, and has lists at other paths. A temporary redirect (to a login), or one to
   * a foreign host, does not affect the portal's paths.
   * @param isParent of an attachment: never an attachment itself
   */
  async function targetOf(path: string, about: CallBudget, isParent = false): Promise<string | undefined> {
    const located = await reader.locate(path, { ...about, rank: 'secondary' }).catch(() => undefined)
    return located && targetIn(located, path, about, isParent)
  }

  async function targetIn(
    { location, route, id, status }: Located,
    path: string,
    about: CallBudget,
    isParent = false,
  ): Promise<string | undefined> {
    if (location !== undefined) return status === MOVED ? ownPathOf(location) : undefined
    if (route === ATTACHMENTS && id !== undefined) return isParent ? undefined : attachmentPath(id, about)
    return listPathOf(path, route)
  }
  function ownPathOf(location: string): string | undefined {
    const url = URL.parse(location, reader.url)
    return url && hosts.has(url.host) ? pathOf(url.href) : undefined
  }
}

/** The host of most links: a plugin may lead single posts to another site. */
function commonHost(links: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const link of links) {
    const host = URL.parse(link)?.host
    if (host) counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].find(([, count]) => count > links.length / 2)?.[0]
}

/** @param from the requested path: WordPress may redirect to another form of it */
function redirectTo(path: string | undefined, from?: string): object | undefined {
  return path === undefined || path === from ? undefined : { errors: { statusCode: MOVED, redirectLink: path } }
}
