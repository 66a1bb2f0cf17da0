import type { Express } from 'express'
import { COMMENTS_API } from '../../content/public-paths.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { lateHandler } from '../../http/late-handler.ts'
import { sharedLimit } from '../../http/middleware/shared-limit.ts'
import { COMMENTS_FEED_PATHS, type FeedFormat } from '../../seo/feed-path.ts'

export function mountComments(app: Express, dependencies: AppDependencies<{ feeds: { idHost?: string } }>): void {
  const { settings, content, services, rendering, store, purge, log } = dependencies
  const { reader, postComment } = content
  const feeds = { reader, idHost: settings.feeds.idHost }
  const feed = (format: FeedFormat) =>
    lateHandler(async () => (await import('./comment-feeds.ts')).commentFeeds(format, feeds))
  app.get(COMMENTS_FEED_PATHS.atom, feed('atom'))
  app.get(COMMENTS_FEED_PATHS.rss, feed('rss'))
  if (!postComment) return
  const limitStores = store && { posts: sharedLimit(store, 'comments'), forms: sharedLimit(store, 'comment-forms') }
  const styles = rendering.portal.assets
  const posting = { reader, postComment, purge, services, styles, log, limitStores }
  app.use(
    COMMENTS_API,
    lateHandler(async () => (await import('./comments.ts')).comments(posting)),
  )
}
