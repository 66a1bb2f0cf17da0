import type { Route } from '../../edge/page-cache/route.ts'
import { DAY, MISSING, PAGE, unstale } from '../../http/cache-lifetimes.ts'
import type { Caching } from '../../system/cache-headers.ts'
import { forBrowsers } from '../../system/cache-headers.ts'

const map = { queue: 'list' } as const
/** Crawlers fetch it seldom; new articles are in the news sitemap. */
const SITEMAP: Caching = { policy: { ...PAGE, maxAge: 900 }, purged: 'pages' }

export const sitemapsRoutes = {
  index: {
    path: '/sitemap.xml',
    summary: 'Index of the maps',
    ...map,
    /** `sitemapWithoutTerms`: they are still being read. */
    caching: { sitemap: SITEMAP, sitemapWithoutTerms: { policy: unstale(10) } },
    example: '/sitemap.xml',
  },
  news: {
    path: '/news-sitemap.xml',
    summary: 'Map of the newest articles',
    ...map,
    /** Articles leave it by their age alone. */
    caching: { newsSitemap: { policy: { ...PAGE, isAwaited: true } } },
    example: '/news-sitemap.xml',
  },
  map: {
    path: '/sitemap-:name.xml',
    summary: 'Map of the articles of a month, or of lists',
    ...map,
    caching: {
      sitemap: SITEMAP,
      /** Of a month that is over: a change of its articles purges it (MAP-16). */
      pastSitemap: {
        policy: { ...PAGE, maxAge: DAY, staleWhileRevalidate: DAY },
        control: forBrowsers(900),
        purged: 'pages',
      },
      missing: MISSING,
    },
    example: '/sitemap-articles-2026-05.xml',
  },
  others: {
    path: '/sitemap*rest',
    like: /^\/(?:news-)?sitemap[^/]*\.xml$/,
    summary: 'Maps that there are not',
    ...map,
    isUnhandled: true,
    caching: {},
  },
} as const satisfies Record<string, Route>
