import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../content/surrogate-keys.ts'
import { allowCaching } from '../edge/page-cache/policy.ts'
import {
  type CachePolicy,
  forBrowsers,
  IMMUTABLE,
  type Lifetimes,
  REVALIDATED,
  UNPURGED,
} from '../system/cache-policy.ts'

interface Caching {
  /** For the page cache and, by header, for caches in front. Absent: the page cache stores nothing. */
  policy?: CachePolicy
  /** `Cache-Control`, where it differs from `policy`. */
  control?: string
  /**
   * Whatever changes the response is purged, by the surrogate keys that it has: caches that get purges may keep it for
   * as long as the operator says (docs/decisions/112). AMP documents have a lifetime of their own.
   */
  purged?: keyof Pick<Lifetimes, 'pages' | 'amp'>
}

/** What a response's request says of its caching. */
interface RequestCaching {
  lifetimes: Lifetimes
  /** Whether all that was read for the response was there, and current. */
  isReadWhole(): boolean
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Absent: nothing in front is purged. */
    caching?: RequestCaching
  }
}

const PAGE: CachePolicy = { maxAge: 60, staleWhileRevalidate: 600, staleIfError: 86_400 }
const LIVE: CachePolicy = { maxAge: 10, staleWhileRevalidate: 10, staleIfError: 86_400 }
const HOUR = 3600
const DAY = 86_400

/** How long each kind of response may be used. Errors and unlisted kinds are `no-store` (`forbidCaching`). */
export const CACHING = {
  home: { policy: PAGE, purged: 'pages' },
  /** Of another service, whose purges name another path. */
  sisterHome: { policy: PAGE },
  article: { policy: PAGE, purged: 'pages' },
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
   * get one rendering, the last one too (LIVE-7).
   */
  liveUpdates: { policy: { ...LIVE, maxAge: 60, isAwaited: true }, control: forBrowsers(10) },
  /** Leads to the first page: clients can invent ids. */
  liveElsewhere: { policy: { maxAge: 10, staleWhileRevalidate: 0, staleIfError: 0, isUnbounded: true } },
  archive: { policy: PAGE, purged: 'pages' },
  search: { policy: { ...PAGE, isUnbounded: true } },
  /** The CMS' own search is late or failing (SEARCH-25). */
  searchWithoutCms: { policy: { ...PAGE, maxAge: 10, staleWhileRevalidate: 10, isUnbounded: true } },
  issue: { policy: PAGE },
  issues: { policy: PAGE },
  privacy: { policy: PAGE, purged: 'pages' },
  saved: { policy: PAGE, purged: 'pages' },
  amp: { policy: PAGE, purged: 'amp' },
  /** Its comments are late or failing. */
  ampWithoutComments: { policy: { ...PAGE, maxAge: 10 } },
  fragment: { policy: PAGE, purged: 'pages' },
  feed: { policy: { ...PAGE, isAwaited: true }, purged: 'pages' },
  /** Texts were late or failed: never fresh, here or elsewhere (FEED-7). */
  incompleteFeed: { policy: { ...PAGE, maxAge: 0, isAwaited: true }, control: REVALIDATED },
  redirect: { policy: PAGE },
  /** Missing pages are cached for a short time, and never served stale. */
  missing: { policy: { maxAge: 30, staleWhileRevalidate: 0, staleIfError: 0 } },
  /** The operator may be about to put the file there (COST-85). */
  missingFile: { policy: { maxAge: 2, staleWhileRevalidate: 0, staleIfError: 0 } },
  /** Articles leave it by their age alone. */
  newsSitemap: { policy: { ...PAGE, isAwaited: true } },
  /** Crawlers fetch it seldom; new articles are in the news sitemap. */
  sitemap: { policy: { ...PAGE, maxAge: 900 }, purged: 'pages' },
  /** Of a month that is over: a change of its articles purges it (MAP-16). */
  pastSitemap: {
    policy: { ...PAGE, maxAge: DAY, staleWhileRevalidate: DAY },
    control: forBrowsers(900),
    purged: 'pages',
  },
  /** The terms are still being read. */
  sitemapWithoutTerms: { policy: { ...PAGE, maxAge: 10 } },
  robots: { policy: { ...PAGE, maxAge: 900 } },
  /** Worker, offline page, manifest: they change only with a release, and browsers revalidate them each time. */
  release: { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: REVALIDATED },
  icon: { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: forBrowsers(DAY) },
  /** Its URL names the folder's file; what a build cuts it down to may change with a release. */
  ownFont: { policy: { ...PAGE, maxAge: DAY, isOfBuild: true }, control: forBrowsers(30 * DAY) },
  /** Its URL names its content. */
  shareImage: { policy: { ...PAGE, maxAge: DAY }, control: IMMUTABLE },
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
  const { policy, control, purged }: Caching = CACHING[kind]
  const { lifetimes, isReadWhole } = response.req.caching ?? { lifetimes: UNPURGED, isReadWhole: () => false }
  const left = ends === undefined ? undefined : ends - Date.now()
  const bounded = (own: CachePolicy): CachePolicy => (left === undefined ? own : endingIn(own, left))
  if (policy) {
    const edge = purged === undefined || !isReadWhole() ? 0 : lifetimes[purged]
    allowCaching(response, bounded(policy), keys, {
      browsers: bounded({ ...policy, maxAge: browserAge(policy.maxAge, lifetimes) }),
      edge: edgePolicy({ ...policy, maxAge: edge }, left),
    })
  }
  if (control !== undefined) response.setHeader('cache-control', control)
}

/** A page is sent for as long as it is fresh here, and caches in front count from then on. */
function edgePolicy(policy: CachePolicy, left: number | undefined): CachePolicy | undefined {
  const ending = left === undefined ? policy : endingIn(policy, left - PAGE.maxAge * 1000)
  return ending.maxAge > 0 ? ending : undefined
}

/** Of a page what the operator says, and of what is younger no more; what is seldom asked for keeps its own. */
function browserAge(maxAge: number, { browsers }: Lifetimes): number {
  if (maxAge === PAGE.maxAge) return browsers
  return maxAge < PAGE.maxAge ? Math.min(maxAge, browsers) : maxAge
}

/** Neither fresh nor served during a refresh after that time (BREAK-4). @param left milliseconds */
function endingIn(policy: CachePolicy, left: number): CachePolicy {
  const seconds = Math.max(0, Math.floor(left / 1000))
  const maxAge = Math.min(policy.maxAge, seconds)
  return { ...policy, maxAge, staleWhileRevalidate: Math.min(policy.staleWhileRevalidate, seconds - maxAge) }
}
