import type { Caching } from '../../system/cache-headers.ts'

export type RequestKind = 'page' | 'search' | 'list' | 'amp' | 'fragment' | 'media' | 'interface' | 'file'

export interface Parameter {
  name: string
  /** Values that count are ASCII that no URL escapes. Varnish tests the same pattern by PCRE. */
  form?: RegExp
  /** Absent: each value with that form counts. */
  isValue?: (value: string) => boolean
  /** Few values lead to a response that is stored; the others are unbounded cache keys. */
  isBounded?: true
}

/**
 * Routes are data without handlers, because persisted pages are served before the application loads
 * (docs/decisions/120). Of several that match a path the first one counts.
 */
export interface Route {
  /** As Express has it: `:name` is one part, `*name` all that follows. */
  path: string
  /** The pattern replaces a `path` that says too many or too few. PCRE knows the pattern too. */
  like?: RegExp
  summary: string
  /** Absent: GET. */
  methods?: readonly ('GET' | 'POST')[]
  /** The parameters are in the order of the key, and handlers see no others. Absent: handlers see the query as it was sent. */
  parameters?: readonly Parameter[]
  /**
   * `first`, the default: the first value of each. `two`: a feed with two categories is 404, and further ones change
   * nothing. `choice`: the first parameter whose value counts, and no other.
   */
  counts?: 'first' | 'two' | 'choice'
  /** The page may show the notice of a newsletter form that was sent without a script (CACHE-13). */
  hasNotice?: true
  /** `none`: a health check must not queue. */
  queue: RequestKind | 'none'
  isDirect?: true
  /** Other outcomes are `no-store`. */
  caching: Readonly<Record<string, Caching>>
  /** No handler has the paths: the pages are not there. */
  isUnhandled?: true
  /** `bench prices` asks for it; `{n}` becomes a number that makes the URL new, `{page}` one from 2 on. */
  example?: string
  /** The bound keeps one client from asking often, apart from the queue. */
  bound?: string
}
