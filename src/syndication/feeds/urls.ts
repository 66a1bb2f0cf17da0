import { type FeedFormat, feedPath } from '../../seo/feed-path.ts'
import { originOf } from '../../seo/head.ts'
import type { ListName } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import type { Feed } from './feed.ts'

export interface FeedUrls {
  of(page: number): string
}

export function feedUrls(format: FeedFormat, service: Service, list?: ListName): FeedUrls {
  return { of: (page) => originOf(service) + feedPath(format, list, page) }
}

export function pageLinks({ page, lastPage }: Feed, urls: FeedUrls): Array<{ rel: string; href: string }> {
  return [
    { rel: 'self', href: urls.of(page) },
    { rel: 'first', href: urls.of(1) },
    ...(page > 1 ? [{ rel: 'previous', href: urls.of(page - 1) }] : []),
    ...(page < lastPage ? [{ rel: 'next', href: urls.of(page + 1) }] : []),
    { rel: 'last', href: urls.of(lastPage) },
  ]
}
