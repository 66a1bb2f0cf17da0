import { AMP_NEXT_PATH, AMP_SOURCE_PARAMETER } from '../../content/public-paths.ts'
import { SCROLL_POSTS_API } from '../../content/scroll-posts.ts'
import type { Route } from '../../edge/page-cache/route.ts'
import { MISSING, PAGE } from '../../http/cache-lifetimes.ts'
import { forBrowsers } from '../../system/cache-headers.ts'

export const readingOnRoutes = {
  lists: {
    path: SCROLL_POSTS_API,
    summary: 'Lists of further articles',
    parameters: [],
    queue: 'interface',
    isDirect: true,
    caching: { scrollPosts: { control: forBrowsers(60) } },
    example: SCROLL_POSTS_API,
  },
  ampNext: {
    path: `${AMP_NEXT_PATH}/*path`,
    summary: 'Further articles of an AMP document',
    parameters: [{ name: 'from' }, { name: AMP_SOURCE_PARAMETER }],
    counts: 'two',
    // It reads an article, and as many as that names.
    queue: 'amp',
    isDirect: true,
    /** Varies by the origin that asks. */
    caching: { ampNext: { control: forBrowsers(60) } },
    example: `${AMP_NEXT_PATH}/2026/01/artykul-{n}`,
  },
  fragment: {
    path: '/fragment/*path',
    summary: 'An article for the end of another one',
    queue: 'fragment',
    caching: { fragment: { policy: PAGE, purged: 'pages' }, missing: MISSING },
    example: '/fragment/2026/01/artykul-{n}',
  },
} as const satisfies Record<string, Route>
