import { PUBLISHED_PATH } from '../../content/public-paths.ts'
import type { Route } from '../../edge/page-cache/route.ts'
import { LIVE, MISSING, unstale } from '../../http/cache-lifetimes.ts'
import { forBrowsers } from '../../system/cache-headers.ts'

/** An id and a hash; any other value asks for the first page of updates. */
const SEEN = /^[\p{L}\p{N}_:.-]{1,100}$/u

export const liveRoutes = {
  updates: {
    path: '/fragment/live/*path',
    summary: 'Updates of a coverage that a reader has not seen',
    parameters: [{ name: 'since', isValue: (value: string) => SEEN.test(value) }],
    queue: 'fragment',
    caching: {
      /** After a purge its readers wait for the new updates. */
      liveFragment: { policy: { ...LIVE, isAwaited: true } },
      /** An old one would say that what is newer was withdrawn (LIVE-14). */
      liveFirstPage: { policy: { ...unstale(10), isAwaited: true } },
      /** What comes later readers get with their next question, so that all of them get one rendering (LIVE-7). */
      liveUpdates: { policy: { ...LIVE, maxAge: 60, isAwaited: true }, control: forBrowsers(10) },
      /** Clients can invent ids. */
      liveElsewhere: { policy: { ...unstale(10), isUnbounded: true } },
      missing: MISSING,
    },
    example: '/fragment/live/2026/01/artykul-{n}',
  },
  published: {
    path: PUBLISHED_PATH,
    summary: 'What was published last, for front pages that are open',
    parameters: [],
    queue: 'fragment',
    /** After a purge readers wait for the new one (HOME-20). */
    caching: { published: { policy: { ...LIVE, maxAge: 60, isAwaited: true }, control: forBrowsers(10) } },
    example: PUBLISHED_PATH,
  },
} as const satisfies Record<string, Route>
