import type { Caching } from '../../system/cache-headers.ts'

export type RequestKind = 'page' | 'search' | 'list' | 'amp' | 'fragment' | 'media' | 'interface' | 'file'

export interface Parameter {
  name: string
  /** Values that count are ASCII that no URL escapes. Varnish has the same pattern. */
  form?: RegExp
  isValue?: (value: string) => boolean
  /** Few values lead to a stored response; the others are unbounded cache keys. */
  isBounded?: true
}

/**
 * Declares paths without handlers, because persisted pages are served before the application loads
 * (docs/decisions/120). The first match counts.
 */
export interface Route {
  /** As Express has it: `:name` is one part, `*name` all that follows. */
  path: string
  /** Replaces a `path` that says too much or too little; valid PCRE. */
  like?: RegExp
  summary: string
  methods?: readonly ('GET' | 'POST')[]
  /** In the order of the key; handlers see no others. Absent: the whole query. */
  parameters?: readonly Parameter[]
  /**
   * `first`, the default: the first value of each. `two`: a feed with two categories is 404. `choice`: the first
   * parameter whose value counts, alone.
   */
  counts?: 'first' | 'two' | 'choice'
  /** The page may show a newsletter form's notice without a script (CACHE-13). */
  hasNotice?: true
  /** `none`: a health check must not queue. */
  queue: RequestKind | 'none'
  isDirect?: true
  /** Others are `no-store`. */
  caching: Readonly<Record<string, Caching>>
  isUnhandled?: true
  /** For `bench prices`: `{n}` becomes a new number, `{page}` one from 2 on. */
  example?: string
  /** What keeps one client from asking often, apart from the queue. */
  bound?: string
}
