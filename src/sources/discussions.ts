import type { Article } from '../content/article.ts'
import { commentsIn, type Discussion, type DiscussionPage, type PlacedComment, pageOf } from '../content/comment.ts'
import { decodeDiscussion, decodeNewestComments } from '../content/decode/comments.ts'
import type { DecodeContext } from '../content/decode/context.ts'
import { type ContentRepository, DEADLINE, isMissing, type Missing } from '../content/repository.ts'
import type { Service } from '../services/service.ts'
import type { CachePolicy } from '../system/cache-headers.ts'
import { orNothing } from '../system/deadline.ts'
import { firstOf } from '../system/report.ts'
import { inSlices, nextTurn } from '../system/steps.ts'
import { CONTENT_POLICY, type ContentCache, MISSING_POLICY } from './cache/content-cache.ts'
import type { ContentSource } from './source.ts'

interface DiscussionsSettings {
  service: Service
  source: ContentSource
  cache: ContentCache
  revalidate: boolean
  context: Pick<DecodeContext, 'rules' | 'report'>
}

/** Any client can request further pages. */
const PAGE_POLICY: CachePolicy = { ...CONTENT_POLICY, isUnbounded: true }

export function discussionKey(service: string, id: string): string {
  return `${service} comments ${id}`
}

/** Cached apart from articles: comments change more often, and may fail alone (COMM-4). */
export function discussions({
  service,
  source,
  cache,
  revalidate,
  context,
}: DiscussionsSettings): Pick<ContentRepository, 'comment' | 'comments' | 'newestComments'> {
  const load = async (id: string, page: number): Promise<Discussion | Missing> => {
    const response = await source.comments?.(service, id, page)
    if (response?.json === undefined) return { missing: true }
    await nextTurn()
    const { call, json } = response
    return inSlices(decodeDiscussion(json, { ...context, report: firstOf(context.report), call }))
  }
  /** @param total of all comments, which identifies further pages */
  const read = (id: string, page: number, total = 0): Promise<Discussion | Missing> =>
    cache.get<Discussion | Missing>({
      key: page === 1 ? discussionKey(service.name, id) : `${discussionKey(service.name, id)} ${page} of ${total}`,
      revalidate,
      rank: 'secondary',
      policyOf: (value) => (isMissing(value) ? MISSING_POLICY : page === 1 ? CONTENT_POLICY : PAGE_POLICY),
      load: () => load(id, page),
    })

  const pageOfArticle = async (
    { id }: Article,
    discussion: NonNullable<Article['discussion']>,
    page: number,
  ): Promise<DiscussionPage | 'none'> => {
    const first = await read(id, 1)
    if (isMissing(first) || (first.total === 0 && !discussion.isOpen)) return 'none'
    if (page === 1 || first.isWhole || page > first.lastPage) return pageOf(first, page)
    const further = await read(id, page, first.total)
    return isMissing(further) ? pageOf(first, first.lastPage + 1) : pageOf(further, page)
  }
  return {
    comments: (article, page = 1) =>
      article.discussion && source.comments
        ? orNothing(pageOfArticle(article, article.discussion, page), DEADLINE.secondary)
        : Promise.resolve('none'),
    comment: ({ id: article }, id) => {
      const first = read(article, 1).then((loaded) => {
        if (isMissing(loaded)) return undefined
        return [...commentsIn(loaded.threads), ...loaded.newest].find((comment) => comment.id === id)
      })
      return orNothing(first, DEADLINE.secondary)
    },
    async newestComments() {
      const { newestComments } = source
      if (!newestComments) return 'none'
      return cache.get<PlacedComment[]>({
        key: discussionKey(service.name, ''),
        revalidate,
        rank: 'lists',
        policyOf: () => CONTENT_POLICY,
        async load() {
          const { call, json } = await newestComments(service)
          return inSlices(decodeNewestComments(json, { ...context, report: firstOf(context.report), call }))
        },
      })
    },
  }
}
