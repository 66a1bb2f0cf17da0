/** How long a response, or a piece of content, may be used (RFC 9111, RFC 5861). Seconds. */
export interface CachePolicy {
  maxAge: number
  /** A stale response is served at once during a refresh for this long. */
  staleWhileRevalidate: number
  /** A stale response is served while its source fails for this long. */
  staleIfError: number
  isUnbounded?: boolean
  /** After a purge requests wait for the new response, and get the old one only while its source fails (PURGE-10). */
  isAwaited?: boolean | undefined
  /** A file of the build does not outlive the process, whose successor may have another one. */
  isOfBuild?: boolean
}

/** How long other caches may keep a page. Seconds. */
export interface Lifetimes {
  browsers: number
  /** For caches that get every purge; 0: the same as browsers. */
  pages: number
  amp: number
}

export const UNPURGED: Lifetimes = { browsers: 60, pages: 0, amp: 0 }
