import type { ListKind, ListName } from '../services/list-kind.ts'

export const FEED_PATHS = { atom: '/api/feed/feed-gn', rss: '/api/feed/rss' } as const
export type FeedFormat = keyof typeof FEED_PATHS

export const FEED_TYPES = { atom: 'application/atom+xml', rss: 'application/rss+xml' } as const

/** Query parameters (FEED-2, FEED-11). */
export const FEED_PARAMETERS: Readonly<Record<ListKind, string>> = {
  category: 'cat',
  tag: 'tag',
  author: 'author',
  series: 'series',
  path: 'list',
}

/**
 * @param list absent: every article
 * @param page written from 2 on (FEED-5; RFC 5005, 3)
 */
export function feedPath(format: FeedFormat, list?: ListName, page = 1): string {
  const query = new URLSearchParams({
    ...(list && { [FEED_PARAMETERS[list.kind]]: list.slug }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query === '' ? FEED_PATHS[format] : `${FEED_PATHS[format]}?${query}`
}

/** Feeds of the comments on the site or on one article (COMM-15). */
export const COMMENTS_FEED_PATHS = { atom: '/api/feed/comments', rss: '/api/feed/comments-rss' } as const
export const ARTICLE_PARAMETER = 'article'

export function commentsFeedPath(format: FeedFormat, articlePath?: string): string {
  const path = COMMENTS_FEED_PATHS[format]
  return articlePath === undefined ? path : `${path}?${new URLSearchParams({ [ARTICLE_PARAMETER]: articlePath })}`
}

/** Podcast (POD-1) and files of an episode (POD-6). */
export const PODCAST_PATH = '/api/feed/podcast'
export const CHAPTERS_PATH = '/api/feed/chapters'
export const TRANSCRIPT_PATH = '/api/feed/transcript'

export function podcastPath({ kind, slug }: ListName): string {
  return `${PODCAST_PATH}?${new URLSearchParams({ [FEED_PARAMETERS[kind]]: slug })}`
}

export function episodePath(path: typeof CHAPTERS_PATH | typeof TRANSCRIPT_PATH, articlePath: string): string {
  return `${path}?${new URLSearchParams({ [ARTICLE_PARAMETER]: articlePath })}`
}
