import type { Route } from '../../edge/page-cache/route.ts'
import { HOUR, PAGE } from '../../http/cache-lifetimes.ts'

export const measurementRoutes = {
  marfeel: {
    path: '/marfeel.js',
    summary: 'Script of Marfeel',
    queue: 'page',
    caching: { marfeel: { policy: { ...PAGE, maxAge: HOUR } } },
    example: '/marfeel.js',
  },
} as const satisfies Record<string, Route>
