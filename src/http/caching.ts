import type { ServerResponse } from 'node:http'
import type { SurrogateKey } from '../content/surrogate-keys.ts'
import { allowCaching } from '../page-cache/policy.ts'
import type { CachePolicy } from '../system/cache-policy.ts'

interface Caching {
  /** Of the page cache, and by header of caches beyond this server. Absent: the page cache stores nothing. */
  policy?: CachePolicy
  /** `Cache-Control`, where it says something else than `policy`. */
  control?: string
}

const PAGE: CachePolicy = { maxAge: 60, staleWhileRevalidate: 600, staleIfError: 86_400 }
const HOUR = 3600
const DAY = 86_400
const forBrowsers = (maxAge: number): string => `public, max-age=${maxAge}`

/** How long each kind of response may be used. An error, and all that is not here, is `no-store` (`forbidCaching`). */
export const CACHING = {
  home: { policy: PAGE },
  article: { policy: PAGE },
  archive: { policy: PAGE },
  search: { policy: { ...PAGE, isUnbounded: true } },
  amp: { policy: PAGE },
  fragment: { policy: PAGE },
  feed: { policy: PAGE },
  redirect: { policy: PAGE },
  /** "Not there" is believed for a short time, and never longer. */
  missing: { policy: { maxAge: 30, staleWhileRevalidate: 0, staleIfError: 0 } },
  newsSitemap: { policy: PAGE },
  /** Crawlers come once in a while; what is new is in the news sitemap. */
  sitemap: { policy: { ...PAGE, maxAge: 900 } },
  robots: { policy: { ...PAGE, maxAge: 900 } },
  /** Worker, offline page, manifest: they change with a release only, and browsers check for one each time. */
  release: { policy: { ...PAGE, maxAge: DAY }, control: 'no-cache' },
  icon: { policy: { ...PAGE, maxAge: DAY }, control: forBrowsers(DAY) },
  marfeel: { policy: { ...PAGE, maxAge: HOUR } },
  securityTxt: { policy: { ...PAGE, maxAge: HOUR } },
  publicFile: { policy: PAGE, control: forBrowsers(HOUR) },
  largePublicFile: { control: forBrowsers(HOUR) },
  media: { control: forBrowsers(DAY) },
  oEmbed: { control: forBrowsers(HOUR) },
  scrollPosts: { control: forBrowsers(60) },
} as const satisfies Record<string, Caching>

/** Kinds of responses that caches may keep. */
export type CachedKind = keyof typeof CACHING

/**
 * Declares how long a response may be used, once its status is known.
 * @param keys what the response shows, by which it is purged; the most important first
 */
export function cacheAs(response: ServerResponse, kind: CachedKind, keys: readonly SurrogateKey[] = []): void {
  const { policy, control }: Caching = CACHING[kind]
  if (policy) allowCaching(response, policy, keys)
  if (control !== undefined) response.setHeader('cache-control', control)
}
