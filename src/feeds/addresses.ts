import { type FeedFormat, feedPath } from '../seo/feed-path.ts'
import { originOf } from '../seo/head.ts'
import type { Service } from '../services/service.ts'
import type { Feed } from './feed.ts'

/** Where the pages of one feed are, in one format; absolute. */
export interface Addresses {
  of(page: number): string
}

export function feedAddresses(format: FeedFormat, service: Service, category?: string): Addresses {
  return { of: (page) => originOf(service) + feedPath(format, category, page) }
}

/** `self`, and the neighbours of a paged feed (RFC 5005, 3). */
export function pageLinks({ page, lastPage }: Feed, addresses: Addresses): Array<{ rel: string; href: string }> {
  return [
    { rel: 'self', href: addresses.of(page) },
    { rel: 'first', href: addresses.of(1) },
    ...(page > 1 ? [{ rel: 'previous', href: addresses.of(page - 1) }] : []),
    ...(page < lastPage ? [{ rel: 'next', href: addresses.of(page + 1) }] : []),
    { rel: 'last', href: addresses.of(lastPage) },
  ]
}

/** What a WebSub hub is told of when something of a service is new. */
export function feedTopics(service: Service): string[] {
  return (['atom', 'rss'] as const).map((format) => feedAddresses(format, service).of(1))
}
