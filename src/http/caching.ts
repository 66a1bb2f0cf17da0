import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../content/surrogate-keys.ts'
import { allowCaching } from '../page-cache/policy.ts'
import type { CachePolicy } from '../system/cache-policy.ts'

interface Caching {
  /** For the page cache and, by header, for caches in front. Absent: the page cache stores nothing. */
  policy?: CachePolicy
  /** `Cache-Control`, where it differs from `policy`. */
  control?: string
}

const PAGE: CachePolicy = { maxAge: 60, staleWhileRevalidate: 600, staleIfError: 86_400 }
const LIVE: CachePolicy = { maxAge: 10, staleWhileRevalidate: 10, staleIfError: 86_400 }
const HOUR = 3600
const DAY = 86_400
const forBrowsers = (maxAge: number): string => `public, max-age=${maxAge}`

/** How long each kind of response may be used. Errors and unlisted kinds are `no-store` (`forbidCaching`). */
export const CACHING = {
  home: { policy: PAGE },
  article: { policy: PAGE },
  /** Its comments are late or failing (COMM-4). */
  articleWithoutComments: { policy: { ...PAGE, maxAge: 10 } },
  /** Its coverage goes on: a reader who comes gets what the CMS has, give or take some seconds (LIVE-6). */
  liveArticle: { policy: LIVE },
  liveAmp: { policy: LIVE },
  /** Nothing new. After a purge its readers wait for the new updates. */
  liveFragment: { policy: { ...LIVE, isAwaited: true } },
  /** All of the first page, seldom asked for: an old one would say that what is newer was withdrawn (LIVE-14). */
  liveFirstPage: { policy: { maxAge: 10, staleWhileRevalidate: 0, staleIfError: 0, isAwaited: true } },
  /**
   * What readers of one update have not seen: what comes later they get with their next question, so that all of them
   * get one rendering, the last one too (LIVE-8).
   */
  liveUpdates: { policy: { ...LIVE, maxAge: 60, isAwaited: true }, control: 'public, max-age=10' },
  /** Leads to the first page: clients can invent ids. */
  liveElsewhere: { policy: { maxAge: 10, staleWhileRevalidate: 0, staleIfError: 0, isUnbounded: true } },
  archive: { policy: PAGE },
  search: { policy: { ...PAGE, isUnbounded: true } },
  /** The CMS' own search is late or failing (SEARCH-25). */
  searchWithoutCms: { policy: { ...PAGE, maxAge: 10, staleWhileRevalidate: 10, isUnbounded: true } },
  issue: { policy: PAGE },
  issues: { policy: PAGE },
  privacy: { policy: PAGE },
  saved: { policy: PAGE },
  amp: { policy: PAGE },
  fragment: { policy: PAGE },
  feed: { policy: { ...PAGE, isAwaited: true } },
  /** Texts were late or failed: never fresh, here or elsewhere (FEED-14). */
  incompleteFeed: { policy: { ...PAGE, maxAge: 0, isAwaited: true }, control: 'no-cache' },
  redirect: { policy: PAGE },
  /** Missing pages are cached for a short time, and never served stale. */
  missing: { policy: { maxAge: 30, staleWhileRevalidate: 0, staleIfError: 0 } },
  /** The operator may be about to put the file there (COST-85). */
  missingFile: { policy: { maxAge: 2, staleWhileRevalidate: 0, staleIfError: 0 } },
  newsSitemap: { policy: { ...PAGE, isAwaited: true } },
  /** Crawlers fetch it seldom; new articles are in the news sitemap. */
  sitemap: { policy: { ...PAGE, maxAge: 900 } },
  /** Of a month that is over: a change of its articles purges it (MAP-16). */
  pastSitemap: { policy: { ...PAGE, maxAge: DAY, staleWhileRevalidate: DAY }, control: 'public, max-age=900' },
  /** The terms are still being read. */
  sitemapWithoutTerms: { policy: { ...PAGE, maxAge: 10 } },
  robots: { policy: { ...PAGE, maxAge: 900 } },
  /** Worker, offline page, manifest: they change only with a release, and browsers revalidate them each time. */
  release: { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: 'no-cache' },
  icon: { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: forBrowsers(DAY) },
  /** Its URL names the folder's file; what a build cuts it down to may change with a release. */
  ownFont: { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: forBrowsers(30 * DAY) },
  /** Its URL names its content. */
  shareImage: { policy: { ...PAGE, maxAge: DAY }, control: 'public, max-age=31536000, immutable' },
  marfeel: { policy: { ...PAGE, maxAge: HOUR } },
  securityTxt: { policy: { ...PAGE, maxAge: HOUR } },
  /** Not stored: a new key counts from the start on. */
  ampKey: { control: forBrowsers(HOUR) },
  keyFile: { policy: { ...PAGE, maxAge: HOUR } },
  /** Of WordPress: text for programs. */
  cmsFile: { policy: { ...PAGE, maxAge: 300 } },
  /** The file may be replaced at any time (COST-85). */
  publicFile: { policy: { maxAge: 2, staleWhileRevalidate: 0, staleIfError: 0 }, control: forBrowsers(HOUR) },
  largePublicFile: { control: forBrowsers(HOUR) },
  media: { control: forBrowsers(DAY) },
  /** A placeholder: the image may be there soon. */
  brokenMedia: { control: forBrowsers(60) },
  upload: { control: forBrowsers(HOUR) },
  oEmbed: { control: forBrowsers(HOUR) },
  mostRead: { policy: { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 600 } },
  scrollPosts: { control: forBrowsers(60) },
  /** Varies by the origin that asks. */
  ampNext: { control: forBrowsers(60) },
} as const satisfies Record<string, Caching>

/** Kinds of responses that caches may keep. */
export type CachedKind = keyof typeof CACHING

/**
 * Declares how long a response may be used, once its status is known.
 * @param keys surrogate keys of the content that the response shows, the most important first
 * @param ends when a part of it ends: milliseconds since 1970
 */
export function cacheAs(
  response: ServerResponse,
  kind: CachedKind,
  keys: readonly SurrogateKey[] = [],
  ends?: number,
): void {
  const { policy, control }: Caching = CACHING[kind]
  if (policy) allowCaching(response, ends === undefined ? policy : endingIn(policy, ends - Date.now()), keys)
  if (control !== undefined) response.setHeader('cache-control', control)
}

/** Neither fresh nor served during a refresh after that time (BREAK-4). @param left milliseconds */
function endingIn(policy: CachePolicy, left: number): CachePolicy {
  const seconds = Math.max(0, Math.floor(left / 1000))
  const maxAge = Math.min(policy.maxAge, seconds)
  return { ...policy, maxAge, staleWhileRevalidate: Math.min(policy.staleWhileRevalidate, seconds - maxAge) }
}
