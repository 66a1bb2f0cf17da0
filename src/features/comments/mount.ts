import type { Express } from 'express'
import { COMMENTS_API } from '../../content/public-paths.ts'
import { sharedLimit } from '../../http/middleware/shared-limit.ts'
import { COMMENTS_FEED_PATHS } from '../../seo/feed-path.ts'
import type { SharedStore } from '../../system/store/shared-store.ts'
import { commentFeeds } from './comment-feeds.ts'
import { type CommentsSettings, comments } from './comments.ts'

export interface CommentRoutes extends Omit<CommentsSettings, 'postComment' | 'limitStores'> {
  postComment: CommentsSettings['postComment'] | undefined
  idHost: string | undefined
  store: SharedStore | undefined
}

export function mountComments(app: Express, { postComment, idHost, store, ...settings }: CommentRoutes): void {
  const feeds = { reader: settings.reader, idHost }
  app.get(COMMENTS_FEED_PATHS.atom, commentFeeds('atom', feeds))
  app.get(COMMENTS_FEED_PATHS.rss, commentFeeds('rss', feeds))
  if (!postComment) return
  const limits = store && {
    limitStores: { posts: sharedLimit(store, 'comments'), forms: sharedLimit(store, 'comment-forms') },
  }
  app.use(COMMENTS_API, comments({ ...settings, postComment, ...limits }))
}
