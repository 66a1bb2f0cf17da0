import { type CachePolicy, type Caching, REVALIDATED } from '../system/cache-headers.ts'

export const HOUR = 3600
export const DAY = 86_400
export const PAGE: CachePolicy = { maxAge: 60, staleWhileRevalidate: 600, staleIfError: DAY }
export const LIVE: CachePolicy = { maxAge: 10, staleWhileRevalidate: 10, staleIfError: DAY }
/** Neither is served stale. */
export const unstale = (maxAge: number): CachePolicy => ({ maxAge, staleWhileRevalidate: 0, staleIfError: 0 })

/** Outcomes of several routes. */
export const REDIRECT = { policy: PAGE } satisfies Caching
/** Missing pages are cached for a short time, and never served stale. */
export const MISSING = { policy: unstale(30) } satisfies Caching
/** The file may be replaced at any time, or the operator may be about to put it there (COST-85). */
export const REPLACEABLE: CachePolicy = unstale(2)
export const FEED = { policy: { ...PAGE, isAwaited: true }, purged: 'pages' } satisfies Caching
/** Texts were late or failed: never fresh, in this cache or elsewhere (FEED-7). */
export const INCOMPLETE_FEED = {
  policy: { ...PAGE, maxAge: 0, isAwaited: true },
  control: REVALIDATED,
} satisfies Caching

const PURGED_PAGE = { policy: PAGE, purged: 'pages' } as const

/** How long pages are cached, by outcome. Those of features: their `route-declarations.ts`. */
export const PAGE_LIFETIMES = {
  home: PURGED_PAGE,
  article: PURGED_PAGE,
  /** Its comments are late or failing (COMM-4). */
  articleWithoutComments: { policy: { ...PAGE, maxAge: 10 } },
  /** Its coverage goes on: a reader who comes gets what the CMS has, give or take some seconds (LIVE-6). */
  liveArticle: { policy: LIVE },
  amp: { policy: PAGE, purged: 'amp' },
  /** Its comments are late or failing. */
  ampWithoutComments: { policy: { ...PAGE, maxAge: 10 } },
  liveAmp: { policy: LIVE },
  /** Lists of a category, a tag, an author or a period. */
  archive: PURGED_PAGE,
  search: { policy: { ...PAGE, isUnbounded: true } },
  /** The CMS' own search is late or failing (SEARCH-25). */
  searchWithoutCms: { policy: { ...PAGE, maxAge: 10, staleWhileRevalidate: 10, isUnbounded: true } },
  issue: { policy: PAGE },
  issues: { policy: PAGE },
  privacy: PURGED_PAGE,
  /** To follow, or on accessibility. */
  fixed: PURGED_PAGE,
  saved: PURGED_PAGE,
  /** Of another service, whose purges name another path. */
  sisterHome: { policy: PAGE },
  redirect: REDIRECT,
  missing: MISSING,
  missingFile: { policy: REPLACEABLE },
} as const satisfies Record<string, Caching>
