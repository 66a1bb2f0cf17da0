import type { Caching } from '../../system/cache-policy.ts'

/** Kinds of requests in the fair queue. Each kind has limits and queues of its own. */
export type RequestKind = 'page' | 'search' | 'list' | 'amp' | 'fragment' | 'media' | 'interface' | 'file'

/** A query parameter that selects another response. */
export interface Parameter {
  name: string
  /** Of values that count. ASCII that no URL escapes, and the same pattern to PCRE: Varnish tests it too. */
  form?: RegExp
  /** Of a value with that form; absent: each counts. */
  isValue?: (value: string) => boolean
  /** Few values lead to a response that is stored; the others are unbounded cache keys. */
  isBounded?: true
}

/**
 * The one declaration of a route (docs/decisions/120). It is data without handlers, because persisted pages are served
 * before the application loads. Of several declarations that match a path the first one counts.
 */
export interface Route {
  /** As Express has it: `:name` is one part, `*name` all that follows. */
  path: string
  /** The paths that the declaration is about, where `path` says too many or too few. PCRE knows the pattern too. */
  like?: RegExp
  /** For the table of endpoints in the documents. */
  summary: string
  /** Absent: GET. */
  methods?: readonly ('GET' | 'POST')[]
  /** Parameters that count, in the order of the key: handlers see no others. Absent: handlers see the query as it was sent. */
  parameters?: readonly Parameter[]
  /**
   * `first`, the default: the first value of each. `two`: two values are not one, a feed with two categories is 404, and
   * further ones change nothing. `choice`: the first parameter whose value counts, and no other.
   */
  counts?: 'first' | 'two' | 'choice'
  /** Whether a page may show the notice of a newsletter form that was sent without a script (CACHE-13). */
  hasNotice?: true
  /** `none`: the request does not wait, because a health check must not queue. */
  queue: RequestKind | 'none'
  /** The page cache never has it, whatever its query (SEC-10). */
  isDirect?: true
  /** Outcomes that caches may keep, by name; all others are `no-store`. */
  caching: Readonly<Record<string, Caching>>
  /** Of paths that no handler has: they are pages that are not there. */
  isUnhandled?: true
  /** What `bench prices` asks for; `{n}` becomes a number that makes the URL new, `{page}` one from 2 on. Absent: nothing. */
  example?: string
  /** What keeps one client from asking often, apart from the queue. */
  bound?: string
}
