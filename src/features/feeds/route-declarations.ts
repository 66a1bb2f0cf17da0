import type { Route } from '../../edge/page-cache/route.ts'
import { FEED, INCOMPLETE_FEED, MISSING, REDIRECT } from '../../http/cache-lifetimes.ts'
import { FEED_PARAMETERS, FEED_PATHS } from '../../seo/feed-path.ts'

const feed = {
  parameters: [...Object.values(FEED_PARAMETERS), 'page'].map((name) => ({ name })),
  counts: 'two',
  queue: 'list',
  caching: { feed: FEED, incompleteFeed: INCOMPLETE_FEED, redirect: REDIRECT, missing: MISSING },
} as const

export const feedsRoutes = {
  atom: {
    path: FEED_PATHS.atom,
    summary: 'Atom feed of all articles or of a list',
    ...feed,
    example: `${FEED_PATHS.atom}?cat=edukacja&page={page}`,
  },
  rss: {
    path: FEED_PATHS.rss,
    summary: 'RSS feed of all articles or of a list',
    ...feed,
    example: `${FEED_PATHS.rss}?cat=edukacja&page={page}`,
  },
} as const satisfies Record<string, Route>
