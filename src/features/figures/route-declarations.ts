import type { Route } from '../../edge/page-cache/route.ts'

export const figuresRoutes = {
  page: {
    path: '/ops/figures',
    summary: 'What is read and where readers come from, for editors',
    queue: 'none',
    isDirect: true,
    caching: {},
    bound: 'the token',
  },
} as const satisfies Record<string, Route>
