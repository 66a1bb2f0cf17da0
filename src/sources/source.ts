import type { DEADLINE } from '../content/repository.ts'
import type { SearchFilters } from '../content/search-filters.ts'
import type { Span } from '../observability/tracing/span.ts'
import type { DirectoryKind, DirectoryPage, ListKind, ListMonth, SeparateList } from '../services/list-kind.ts'
import type { Service } from '../services/service.ts'

/** One response of a source: unchecked wire JSON, and its call, for reports. */
export interface WireResponse {
  call: string
  /** `undefined` when the content does not exist. */
  json: unknown
  /** Absent: only the whole content says whether it has changed. */
  validator?: Validator
  /** The content is that of the validator in the call; there is no JSON. */
  isUnchanged?: true
}

/**
 * What a source gave with content, so that a later call need not bring it again. Made and read by the source alone, apart from
 * whether it is exact.
 */
export interface Validator {
  /** It stands for every byte, as an `ETag` does; a date does not. */
  isExact: boolean
  /** Of a response: the call that it is valid for, and its headers. */
  response?: { call: string; etag?: string; lastModified?: string }
  /** Of a post of a WordPress. */
  post?: { route: string; id: number; modified: string; path: string }
}

/** The purpose of a call: primary or secondary content of a page, a search, or lists for programs. */
export type Rank = keyof typeof DEADLINE

/** The lists of a source by months of publication. */
export interface SourceMonths {
  /** Those with articles, newest first. */
  all(service: Service, kind: ListKind, slug: string): Promise<ListMonth[]>
  /**
   * Articles of one month, oldest first, in pages of `POSTS_PER_BULK`.
   * @param month `2026-04`
   * @param page counts from 1
   */
  page(service: Service, kind: ListKind, slug: string, month: string, page: number): Promise<WireResponse>
}

/**
 * A source of content. Every adapter returns the wire shapes of the hub (WIRE-3), so that decoding and normalising exist
 * once. A call rejects with a `SourceError` when the source fails.
 */
export interface ContentSource {
  /** @param known of the page that the caller has */
  home(service: Service, known?: Validator): Promise<WireResponse>
  /** Whether a service without the id of a home page has none; absent: the home is made from the newest articles (SRC-53). */
  needsHomeId?: boolean
  /**
   * @param path CMS form: begins with "/", no `.html`, no trailing slash
   * @param known of the content that the caller has
   */
  article(service: Service, path: string, rank?: Rank, known?: Validator): Promise<WireResponse>
  /**
   * The same without what readers did with it (WIRE-9), for further articles, feeds and AMP. Absent: the source has one form of
   * an article.
   */
  plainArticle?(service: Service, path: string, rank?: Rank, known?: Validator): Promise<WireResponse>
  /** Whether a service's CMS has that form, as far as known. */
  hasPlainArticles?(service: Service): boolean
  /** Where a short link leads: a redirect (WIRE-5), or nothing. Absent: the source has no such links. */
  shortLink?(service: Service, query: string): Promise<WireResponse>
  /**
   * @param page 0 for the first view with its blocks, n >= 2 for a list
   * @param known of the list that the caller has
   */
  archive(
    service: Service,
    kind: ListKind,
    slug: string,
    page: number,
    rank?: Rank,
    known?: Validator,
  ): Promise<WireResponse>
  /**
   * The same list in pages of `POSTS_PER_BULK`, with what feeds and maps need of each post, and nothing else (SRC-36).
   * Absent: programs read it as readers do.
   * @param page counts from 1
   */
  bulk?(service: Service, kind: ListKind, slug: string, page: number): Promise<WireResponse>
  /** The same list by months. Absent: the source cannot be queried for one. */
  months?: SourceMonths
  /**
   * The newest articles in pages of `POSTS_PER_TEXTS`: `list`, as of `archive`, and `texts` with the `html` of each by its
   * `relative_link`. Absent: the source has no such list.
   * @param page counts from 1
   */
  texts?(service: Service, page: number): Promise<WireResponse>
  /**
   * Everything of a kind that search engines may index, a page at a time. Absent: the source cannot list it.
   * @param page counts from 1
   */
  directory?(service: Service, kind: DirectoryKind, page: number): Promise<DirectoryPage>
  /**
   * Posts, and `hasMore` where the source knows whether there is a next page (SEARCH-2).
   * @param page counts from 1
   * @param filters set only where `filtersSearch` is
   */
  search(
    service: Service,
    query: string,
    page: number,
    rank?: 'search' | 'nextSearch',
    filters?: SearchFilters,
  ): Promise<WireResponse>
  /** Whether a search can be limited to a category and to days. */
  readonly filtersSearch?: boolean
  /** Posts for words that are still being typed (SEARCH-12); absent: the first results of a search are as good. */
  suggest?(service: Service, query: string, count: number): Promise<WireResponse>
  /** The number of posts with all words of a query, as `count`, and no posts; absent: the source has no index of its own. */
  countFound?(service: Service, query: string): Promise<WireResponse>
  /** Lists of articles that the list of all does not have; absent: there are none. */
  separateLists?(service: Service): readonly SeparateList[]
  /** A reusable block by its ref. */
  block(service: Service, ref: string): Promise<WireResponse>
  /**
   * Readers' comments on an article, approved ones only; absent: the source has none.
   * @param id of the article
   * @param page counts from 1; of threads, where the first page does not have them all
   */
  comments?(service: Service, id: string, page: number): Promise<WireResponse>
  /** The newest comments on all articles. */
  newestComments?(service: Service): Promise<WireResponse>
  /** The service's table of advertising slots; absent: the source has none, for any service. */
  ads?(service: Service): Promise<WireResponse>
  /**
   * The newest form of a text by its id, published or not, in the shape of an article (PREVIEW-3). Absent: the source has
   * no drafts.
   */
  draft?(service: Service, id: string): Promise<WireResponse>
  /** Resolves when the source is available; part of readiness. */
  prepare(): Promise<void>
  /** Another value after any change of the content; absent: the source cannot tell. */
  revision?(): unknown
  /** Clears the source's own caches. */
  expire?(): void
  /** The same for comments alone. */
  expireComments?(): void
  /** The same source with its calls traced under a span; absent: it makes none. */
  under?(span: Span): ContentSource
}

/** The source for one request's calls. */
export function sourceUnder(source: ContentSource, span: Span | undefined): ContentSource {
  return (span && source.under?.(span)) ?? source
}
