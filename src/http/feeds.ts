import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { ContentReader } from '../content/reader.ts'
import type { Report } from '../content/report.ts'
import { inSlices } from '../content/steps.ts'
import { serviceKey } from '../content/surrogate-keys.ts'
import { feedAddresses } from '../feeds/addresses.ts'
import { atomFeed } from '../feeds/atom.ts'
import { type FeedSettings, readFeed } from '../feeds/feed.ts'
import { rssFeed } from '../feeds/rss.ts'
import { FEED_TYPES, type FeedFormat, feedPath } from '../seo/feed-path.ts'
import type { Service } from '../services/service.ts'
import { allowCaching, MISSING_POLICY, PAGE_POLICY } from './cache-policy.ts'
import { type Reading, readingOf } from './reading.ts'

interface FeedsSettings extends Pick<FeedSettings, 'bytesOf' | 'idHost' | 'hub'> {
  serviceOf: (host: string | undefined) => Service
  reader(service: Service, reading: Reading): ContentReader
  report: Report
}

const WRITERS = { atom: atomFeed, rss: rssFeed } satisfies Record<FeedFormat, unknown>
const CATEGORY = /^[\p{L}\p{N}_-]{1,200}$/u
const PAGE = /^[1-9]\d{0,4}$/

/** `GET /api/feed/feed-gn` and `GET /api/feed/rss`, with `?cat={slug}` and `?page=n` (decision 8; RFC 5005, 3). */
export function feed(
  format: FeedFormat,
  { serviceOf, reader, ...settings }: FeedsSettings,
): RequestHandler<Record<string, string>> {
  return async (request, response) => {
    const service = serviceOf(request.get('host'))
    const { cat: category, page: pageText = '1' } = request.query
    const isReadable =
      (category === undefined || (typeof category === 'string' && CATEGORY.test(category))) &&
      typeof pageText === 'string' &&
      PAGE.test(pageText)
    if (isReadable && request.query.page === '1') {
      allowCaching(response, PAGE_POLICY)
      response.redirect(301, feedPath(format, category))
      return
    }
    const content = reader(service, readingOf(request))
    const found =
      isReadable &&
      (await readFeed({
        ...settings,
        service,
        reader: content,
        page: Number(pageText),
        ...(category !== undefined && { category }),
      }))
    if (!found) {
      allowCaching(response, MISSING_POLICY)
      response.status(404).type('text').send('404')
      return
    }
    const body = await inSlices(WRITERS[format](found, feedAddresses(format, service, category)))
    allowCaching(response, PAGE_POLICY, [...found.keys, serviceKey(service.name)])
    response.set({
      'content-type': `${FEED_TYPES[format]}; charset=utf-8`,
      'last-modified': new Date(found.updated).toUTCString(),
      // Both for requests that pass the page cache by; it has tags of its own.
      etag: `W/"${createHash('sha1').update(body).digest('base64url')}"`,
    })
    response.send(body)
  }
}
