import type { Route } from '../../edge/page-cache/route.ts'
import { MISSING, PAGE, PAGE_LIFETIMES, REDIRECT, REPLACEABLE } from '../../http/cache-lifetimes.ts'
import { forBrowsers } from '../../system/cache-headers.ts'

export const machinesRoutes = {
  robots: {
    path: '/robots.txt',
    summary: 'What crawlers may fetch',
    queue: 'page',
    /** The operator may be about to put a file there. */
    caching: { robots: { policy: REPLACEABLE, control: forBrowsers(900) } },
    example: '/robots.txt',
  },
  index: {
    path: '/llms.txt',
    summary: 'The newest articles, for machines that read Markdown',
    queue: 'list',
    caching: { index: { policy: { ...PAGE, maxAge: 900 }, purged: 'pages' } },
    example: '/llms.txt',
  },
  article: {
    path: '/*path.md',
    like: /^\/.+\.md$/,
    summary: 'An article as Markdown',
    queue: 'page',
    caching: {
      markdown: PAGE_LIFETIMES.article,
      liveMarkdown: PAGE_LIFETIMES.liveArticle,
      redirect: REDIRECT,
      missing: MISSING,
    },
    example: '/2026/01/artykul-{n}.md',
  },
} as const satisfies Record<string, Route>
