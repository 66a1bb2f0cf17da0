import type { RequestHandler } from 'express'
import { LIST_KINDS } from '../../content/links.ts'
import { feedsKey, serviceKey } from '../../content/surrogate-keys.ts'
import { entityTag } from '../../edge/transport/conditional.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { FEED_PARAMETERS, FEED_TYPES, type FeedFormat, feedPath } from '../../seo/feed-path.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { atomFeed } from '../../syndication/feeds/atom.ts'
import { type FeedSettings, feedUrls, readFeed } from '../../syndication/feeds/feed.ts'
import { rssFeed } from '../../syndication/feeds/rss.ts'
import type { Report } from '../../system/report.ts'
import { inSlices } from '../../system/steps.ts'
import { feedsRoutes } from './route-declarations.ts'

export interface FeedSource extends Pick<FeedSettings, 'factsOf' | 'idHost' | 'hub'> {
  reader: ContentRepositories['reader']
  report: Report
}

const WRITERS = { atom: atomFeed, rss: rssFeed } satisfies Record<FeedFormat, unknown>
const SLUG = /^[\p{L}\p{N}_-]{1,200}$/u
const PATH = /^[\p{L}\p{N}_-]{1,200}(?:\/[\p{L}\p{N}_-]{1,200}){0,9}$/u
const KINDS = [...LIST_KINDS, 'path'] as const
const PAGE = /^[1-9]\d{0,4}$/

/** A list is in `?cat`, `?tag`, `?author` or `?series` (FEED-1 to FEED-5; RFC 5005, 3). */
export function feed(format: FeedFormat, { reader, ...settings }: FeedSource): RequestHandler<Record<string, string>> {
  return async (request, response) => {
    const { service, content, dispatch } = contextOf(request)
    const { page: pageText = '1' } = request.query
    const lists = KINDS.flatMap((kind) => {
      const slug = request.query[FEED_PARAMETERS[kind]]
      return slug === undefined
        ? []
        : [{ kind, slug: typeof slug === 'string' && (kind === 'path' ? PATH : SLUG).test(slug) ? slug : undefined }]
    })
    const [list] = lists.flatMap(({ kind, slug }) => (slug === undefined ? [] : [{ kind, slug }]))
    const isReadable =
      lists.length <= 1 &&
      lists.every(({ slug }) => slug !== undefined) &&
      typeof pageText === 'string' &&
      PAGE.test(pageText)
    if (isReadable && request.query.page === '1') {
      cacheAs(response, feedsRoutes[format].caching.redirect)
      response.redirect(301, feedPath(format, list))
      return
    }
    let isOld = false
    const noteOld = (): void => {
      isOld = true
    }
    const contents =
      isReadable &&
      (await readFeed({
        ...settings,
        service,
        reader: reader(service, { ...content, onStandIn: noteOld }),
        page: Number(pageText),
        list,
      }))
    if (!contents) {
      cacheAs(response, feedsRoutes[format].caching.missing)
      response.status(404).type('text').send('404')
      return
    }
    const body = await inSlices(WRITERS[format](contents, feedUrls(format, service, list)))
    const keys = [feedsKey(service.name), ...contents.keys, serviceKey(service.name)]
    if (isOld || contents.isIncomplete) {
      cacheAs(response, feedsRoutes[format].caching.incompleteFeed, keys)
      if (dispatch) dispatch.isIncomplete = true
    } else cacheAs(response, feedsRoutes[format].caching.feed, keys)
    response.set({
      'content-type': `${FEED_TYPES[format]}; charset=utf-8`,
      // The page cache has its own tags.
      etag: `W/${entityTag(body)}`,
    })
    response.send(body)
  }
}
