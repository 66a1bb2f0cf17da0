import type { Express } from 'express'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { lateHandler } from '../../http/late-handler.ts'
import { FEED_PATHS, type FeedFormat } from '../../seo/feed-path.ts'
import type { FeedSource } from './feeds.ts'
import type { FeedsSettings } from './settings.ts'

export function mountFeeds(app: Express, { settings, content }: AppDependencies<FeedsSettings>): void {
  const { reader, report, files } = content
  const source: FeedSource = { ...settings.feeds, reader, report, factsOf: files.factsOf }
  const handler = (format: FeedFormat) => lateHandler(async () => (await import('./feeds.ts')).feed(format, source))
  app.get(FEED_PATHS.atom, handler('atom'))
  app.get(FEED_PATHS.rss, handler('rss'))
}
