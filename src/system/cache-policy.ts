/** How long a response, or a piece of content, may be used (RFC 9111, RFC 5861). Seconds. */
export interface CachePolicy {
  /** Fresh for this long. */
  maxAge: number
  /** Then stale, and served immediately during a refresh, for this long. */
  staleWhileRevalidate: number
  /** Stale, and served while its source fails, for this long. */
  staleIfError: number
  /** Clients can invent any number of such keys: these entries evict no others. */
  isUnbounded?: boolean
  /** After a purge requests wait for the new response, and get the old one only while its source fails (PURGE-10). */
  isAwaited?: boolean | undefined
  /** It is a file of the build rather than a page: it does not outlive the process, whose successor may have another one. */
  isOfBuild?: boolean
}

/** How long other caches may keep a page. Seconds. */
export interface Lifetimes {
  /** Browsers, and caches that nobody purges. */
  browsers: number
  /** Caches that get every purge; 0: the same as browsers. */
  pages: number
  /** The same of AMP documents, whose own caches get purges of them too. */
  amp: number
}

/** Where nothing is purged in front. */
export const UNPURGED: Lifetimes = { browsers: 60, pages: 0, amp: 0 }
