import type { Route } from '../../edge/page-cache/route.ts'
import { HOUR, PAGE } from '../../http/cache-lifetimes.ts'

export const announcementsRoutes = {
  /** Mounted under the key itself. */
  key: {
    path: '/:key.txt',
    summary: 'Key of the notices to search engines (IndexNow)',
    queue: 'page',
    caching: { keyFile: { policy: { ...PAGE, maxAge: HOUR } } },
  },
} as const satisfies Record<string, Route>
