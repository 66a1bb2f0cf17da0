/** The feed formats and their paths; RSS has the same articles as Atom. */
export const FEED_PATHS = { atom: '/api/feed/feed-gn', rss: '/api/feed/rss' } as const
export type FeedFormat = keyof typeof FEED_PATHS

export const FEED_TYPES = { atom: 'application/atom+xml', rss: 'application/rss+xml' } as const

/** `?cat` is a category, `?page` a page from 2 on (FEED-2, FEED-5; RFC 5005, 3). */
export function feedPath(format: FeedFormat, category?: string, page = 1): string {
  const query = new URLSearchParams({
    ...(category !== undefined && { cat: category }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query === '' ? FEED_PATHS[format] : `${FEED_PATHS[format]}?${query}`
}
