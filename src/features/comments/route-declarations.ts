import { COMMENTS_API } from '../../content/public-paths.ts'
import type { Route } from '../../edge/page-cache/route.ts'
import { FEED, MISSING } from '../../http/cache-lifetimes.ts'
import { ARTICLE_PARAMETER, COMMENTS_FEED_PATHS } from '../../seo/feed-path.ts'

const feed = {
  summary: 'The newest comments, of all articles or of one',
  parameters: [{ name: ARTICLE_PARAMETER }],
  counts: 'two',
  queue: 'list',
  caching: { feed: FEED, missing: MISSING },
} as const

export const commentsRoutes = {
  atom: {
    path: COMMENTS_FEED_PATHS.atom,
    ...feed,
    example: `${COMMENTS_FEED_PATHS.atom}?article=/2026/01/artykul-{n}`,
  },
  rss: { path: COMMENTS_FEED_PATHS.rss, ...feed, example: `${COMMENTS_FEED_PATHS.rss}?article=/2026/01/artykul-{n}` },
  form: {
    path: COMMENTS_API,
    methods: ['GET', 'POST'],
    summary: 'The form of a comment or a reply, and its post',
    queue: 'interface',
    isDirect: true,
    caching: {},
    bound: '5 posts and 60 forms a minute and client',
  },
} as const satisfies Record<string, Route>
