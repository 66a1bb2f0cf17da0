import { type CachePolicy, type Caching, REVALIDATED } from '../system/cache-headers.ts'

export const HOUR = 3600
export const DAY = 86_400
export const PAGE: CachePolicy = { maxAge: 60, staleWhileRevalidate: 600, staleIfError: DAY }
export const LIVE: CachePolicy = { maxAge: 10, staleWhileRevalidate: 10, staleIfError: DAY }
export const unstale = (maxAge: number): CachePolicy => ({ maxAge, staleWhileRevalidate: 0, staleIfError: 0 })

export const REDIRECT = { policy: PAGE } satisfies Caching
/** Never stale. */
export const MISSING = { policy: unstale(30) } satisfies Caching
/** The operator may replace or add the file at any time (COST-85). */
export const REPLACEABLE: CachePolicy = unstale(2)
export const FEED = { policy: { ...PAGE, isAwaited: true }, purged: 'pages' } satisfies Caching
/** Late or failed texts are fresh in no cache (FEED-7). */
export const INCOMPLETE_FEED = {
  policy: { ...PAGE, maxAge: 0, isAwaited: true },
  control: REVALIDATED,
} satisfies Caching

const PURGED_PAGE = { policy: PAGE, purged: 'pages' } as const

/** By outcome. Features have their own `route-declarations.ts`. */
export const PAGE_LIFETIMES = {
  home: PURGED_PAGE,
  article: PURGED_PAGE,
  /** Late or failing comments (COMM-4). */
  articleWithoutComments: { policy: { ...PAGE, maxAge: 10 } },
  /** Within seconds of the CMS (LIVE-6). */
  liveArticle: { policy: LIVE },
  amp: { policy: PAGE, purged: 'amp' },
  ampWithoutComments: { policy: { ...PAGE, maxAge: 10 } },
  liveAmp: { policy: LIVE },
  /** Of a category, a tag, an author or a period. */
  archive: PURGED_PAGE,
  search: { policy: { ...PAGE, isUnbounded: true } },
  /** Late or failing (SEARCH-25). */
  searchWithoutCms: { policy: { ...PAGE, maxAge: 10, staleWhileRevalidate: 10, isUnbounded: true } },
  issue: { policy: PAGE },
  issues: { policy: PAGE },
  privacy: PURGED_PAGE,
  fixed: PURGED_PAGE,
  saved: PURGED_PAGE,
  /** Its purges name another path. */
  sisterHome: { policy: PAGE },
  redirect: REDIRECT,
  missing: MISSING,
  missingFile: { policy: REPLACEABLE },
} as const satisfies Record<string, Caching>
