import type { Express, RequestHandler } from 'express'
import { COMMENTS_API, cmsPath } from '../../content/public-paths.ts'
import { type ContentRepository, isMissing } from '../../content/repository.ts'
import { COMMENTS_KEY, serviceKey } from '../../content/surrogate-keys.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { sharedLimit } from '../../http/middleware/shared-limit.ts'
import { contextOf } from '../../http/request-context.ts'
import {
  ARTICLE_PARAMETER,
  COMMENTS_FEED_PATHS,
  commentsFeedPath,
  FEED_TYPES,
  type FeedFormat,
} from '../../seo/feed-path.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { atomFeed } from '../../syndication/feeds/atom.ts'
import { commentsFeed } from '../../syndication/feeds/comments.ts'
import type { Feed } from '../../syndication/feeds/feed.ts'
import { rssFeed } from '../../syndication/feeds/rss.ts'
import { inSlices } from '../../system/steps.ts'
import { comments } from './comments.ts'
import { commentsRoutes } from './route-declarations.ts'

export function mountComments(app: Express, dependencies: AppDependencies<{ feeds: { idHost?: string } }>): void {
  const { settings, content, services, rendering, store, purge, log } = dependencies
  const { reader, postComment } = content
  const feeds = { reader, idHost: settings.feeds.idHost }
  app.get(COMMENTS_FEED_PATHS.atom, commentFeeds('atom', feeds))
  app.get(COMMENTS_FEED_PATHS.rss, commentFeeds('rss', feeds))
  if (!postComment) return
  const limitStores = store && { posts: sharedLimit(store, 'comments'), forms: sharedLimit(store, 'comment-forms') }
  const styles = rendering.portal.assets
  app.use(COMMENTS_API, comments({ reader, postComment, purge, services, styles, log, limitStores }))
}

interface CommentFeedsSettings {
  reader: ContentRepositories['reader']
  idHost?: string
}

const WRITERS = { atom: atomFeed, rss: rssFeed } satisfies Record<FeedFormat, unknown>

/** `GET /api/feed/comments` and `/api/feed/comments-rss`, with `?article={path}` of one article (COMM-15). */
function commentFeeds(
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
