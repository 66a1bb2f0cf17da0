import type { RequestHandler } from 'express'
import { cmsPath } from '../../content/public-paths.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
import { COMMENTS_KEY, serviceKey } from '../../content/surrogate-keys.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { ARTICLE_PARAMETER, commentsFeedPath, FEED_TYPES, type FeedFormat } from '../../seo/feed-path.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { atomFeed } from '../../syndication/feeds/atom.ts'
import { commentsFeed } from '../../syndication/feeds/comments.ts'
import type { Feed } from '../../syndication/feeds/feed.ts'
import { rssFeed } from '../../syndication/feeds/rss.ts'
import { inSlices } from '../../system/steps.ts'
import { commentsRoutes } from './route-declarations.ts'

interface CommentFeedsSettings {
  reader: ContentRepositories['reader']
  idHost?: string
}

const WRITERS = { atom: atomFeed, rss: rssFeed } satisfies Record<FeedFormat, unknown>

/** `GET /api/feed/comments` and `/api/feed/comments-rss`, with `?article={path}` of one article (COMM-15). */
export function commentFeeds(
  format: FeedFormat,
  { reader, idHost }: CommentFeedsSettings,
): RequestHandler<Record<string, string>> {
  const feedOf = async (service: Service, content: ContentRepository, path: unknown): Promise<Feed | undefined> => {
    const settings = { service, idHost }
    if (path === undefined) {
      const newest = await content.newestComments()
      if (newest === 'none') return undefined
      return commentsFeed(
        newest.map((comment) => ({ comment, article: comment.article })),
        settings,
      )
    }
    if (typeof path !== 'string') return undefined
    const article = await content.article(cmsPath(path))
    if (isMissing(article) || article.path !== path) return undefined
    const comments = await content.comments(article)
    if (comments === undefined) throw new Error('comments are unavailable')
    if (comments === 'none') return undefined
    return commentsFeed(
      comments.newest.map((comment) => ({ comment, article })),
      settings,
      article,
    )
  }
  return async (request, response) => {
    const { service, content } = contextOf(request)
    const path = request.query[ARTICLE_PARAMETER]
    const feed = await feedOf(service, reader(service, content), path)
    if (!feed) {
      cacheAs(response, commentsRoutes[format].caching.missing)
      response.status(404).type('text').send('404')
      return
    }
    const url = originOf(service) + commentsFeedPath(format, typeof path === 'string' ? path : undefined)
    const body = await inSlices(WRITERS[format](feed, { of: () => url }))
    cacheAs(response, commentsRoutes[format].caching.feed, [...feed.keys, COMMENTS_KEY, serviceKey(service.name)])
    response.set('content-type', `${FEED_TYPES[format]}; charset=utf-8`)
    response.send(body)
  }
}
