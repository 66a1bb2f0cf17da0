import type { Express } from 'express'
import { COMMENTS_API } from '../../content/public-paths.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { sharedLimit } from '../../http/middleware/shared-limit.ts'
import { COMMENTS_FEED_PATHS } from '../../seo/feed-path.ts'
import { commentFeeds } from './comment-feeds.ts'
import { comments } from './comments.ts'

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
