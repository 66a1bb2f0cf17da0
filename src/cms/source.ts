import type { DEADLINE, ListKind } from '../content/reader.ts'
import type { Service } from '../services/service.ts'
import type { Span } from '../tracing/span.ts'

/** One answer of a source: wire JSON, not yet checked, and the call it came from, for reports. */
export interface WireAnswer {
  call: string
  /** `undefined` when the source says that there is no such content. */
  json: unknown
}

/** What a call is for: what a page is about, what stands beside it and may be left out, searches, or lists for programs. */
export type Rank = keyof typeof DEADLINE

/**
 * Where content comes from. Every adapter yields the wire shapes of the contract, so that decoding and normalising
 * exist once. A call rejects with a `SourceError` when the source fails.
 */
export interface ContentSource {
  home(service: Service): Promise<WireAnswer>
  /** @param path CMS form: begins with "/", no `.html`, no trailing slash */
  article(service: Service, path: string, rank?: Rank): Promise<WireAnswer>
  /** @param page 0 for the first view with its blocks, n >= 2 for a list */
  archive(service: Service, kind: ListKind, slug: string, page: number, rank?: Rank): Promise<WireAnswer>
  /**
   * Posts, and `hasMore` where it is known whether the next page has any (SEARCH-2).
   * @param page counts from 1
   */
  search(service: Service, query: string, page: number, rank?: 'search' | 'nextSearch'): Promise<WireAnswer>
  /** A reusable block by its ref. */
  block(service: Service, ref: string): Promise<WireAnswer>
  /** The service's table of advertising slots; absent: the source has none, for any service. */
  ads?(service: Service): Promise<WireAnswer>
  /** Resolves when the source can answer; part of readiness. */
  prepare(): Promise<void>
  /** Forgets what the source itself remembers. */
  expire?(): void
  /** The same source, with its calls in a span; absent: it makes none. */
  under?(span: Span): ContentSource
}

/** The source as it is asked for a request. */
export function sourceUnder(source: ContentSource, span: Span | undefined): ContentSource {
  return (span && source.under?.(span)) ?? source
}
