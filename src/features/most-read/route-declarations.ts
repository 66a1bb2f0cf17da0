import { MOST_READ_API, VIEWS_API } from '../../content/most-read.ts'
import type { Route } from '../../edge/page-cache/route.ts'

export const mostReadRoutes = {
  api: {
    path: MOST_READ_API,
    summary: 'The most read articles',
    parameters: [{ name: 'window' }],
    counts: 'two',
    queue: 'interface',
    caching: { mostRead: { policy: { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 600 } } },
    example: MOST_READ_API,
  },
  figures: {
    path: '/ops/most-read',
    summary: 'Views of the most read articles, for editors',
    queue: 'none',
    isDirect: true,
    caching: {},
    bound: 'the token',
  },
  views: {
    path: `${VIEWS_API}/*path`,
    methods: ['POST'],
    summary: 'A reader sees an article that the browser had fetched in advance',
    queue: 'interface',
    isDirect: true,
    caching: {},
    example: `${VIEWS_API}/2026/01/artykul-{n}`,
    bound: 'one view of what was fetched',
  },
} as const satisfies Record<string, Route>
