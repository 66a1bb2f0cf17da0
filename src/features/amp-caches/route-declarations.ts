import type { Route } from '../../edge/page-cache/route.ts'
import { HOUR } from '../../http/cache-lifetimes.ts'
import { forBrowsers } from '../../system/cache-headers.ts'

export const ampCachesRoutes = {
  key: {
    path: '/.well-known/amphtml/apikey.pub',
    summary: 'Public key for updates of AMP caches',
    queue: 'page',
    hasNotice: true,
    /** Not stored: a new key counts from the start on. */
    caching: { ampKey: { control: forBrowsers(HOUR) } },
  },
} as const satisfies Record<string, Route>
