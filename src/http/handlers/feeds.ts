import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { ContentRepositories } from '../../cms/content-repositories.ts'
import type { Report } from '../../content/report.ts'
import { inSlices } from '../../content/steps.ts'
import { serviceKey } from '../../content/surrogate-keys.ts'
import { FEED_TYPES, type FeedFormat, feedPath } from '../../seo/feed-path.ts'
import { atomFeed } from '../../syndication/feeds/atom.ts'
import { type FeedSettings, readFeed } from '../../syndication/feeds/feed.ts'
import { rssFeed } from '../../syndication/feeds/rss.ts'
import { feedUrls } from '../../syndication/feeds/urls.ts'
import { cacheAs } from '../caching.ts'
import { contextOf } from '../request-context.ts'

interface FeedsSettings extends Pick<FeedSettings, 'bytesOf' | 'idHost' | 'hub'> {
  reader: ContentRepositories['reader']
  report: Report
}

const WRITERS = { atom: atomFeed, rss: rssFeed } satisfies Record<FeedFormat, unknown>
const CATEGORY = /^[\p{L}\p{N}_-]{1,200}$/u
const PAGE = /^[1-9]\d{0,4}$/

/**
 * `GET /api/feed/feed-gn` and `GET /api/feed/rss`, with `?cat={slug}` and `?page=n` (FEED-1 to FEED-5; RFC 5005, 3).
 */
export function feed(
  format: FeedFormat,
  { reader, ...settings }: FeedsSettings,
): RequestHandler<Record<string, string>> {
  return async (request, response) => {
    const { service, content } = contextOf(request)
    const { cat: category, page: pageText = '1' } = request.query
    const isReadable =
      (category === undefined || (typeof category === 'string' && CATEGORY.test(category))) &&
      typeof pageText === 'string' &&
      PAGE.test(pageText)
    if (isReadable && request.query.page === '1') {
      cacheAs(response, 'redirect')
      response.redirect(301, feedPath(format, category))
      return
    }
    const contents =
      isReadable &&
      (await readFeed({
        ...settings,
        service,
        reader: reader(service, content),
        page: Number(pageText),
        ...(category !== undefined && { category }),
      }))
    if (!contents) {
      cacheAs(response, 'missing')
      response.status(404).type('text').send('404')
      return
    }
    const body = await inSlices(WRITERS[format](contents, feedUrls(format, service, category)))
    cacheAs(response, 'feed', [...contents.keys, serviceKey(service.name)])
    response.set({
      'content-type': `${FEED_TYPES[format]}; charset=utf-8`,
      'last-modified': new Date(contents.updated).toUTCString(),
      // Both for requests that bypass the page cache, which has its own tags.
      etag: `W/"${createHash('sha1').update(body).digest('base64url')}"`,
    })
    response.send(body)
  }
}
