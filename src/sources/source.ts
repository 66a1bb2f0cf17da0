import type { DEADLINE } from '../content/repository.ts'
import type { SearchFilters } from '../content/search-filters.ts'
import type { Span } from '../observability/tracing/span.ts'
import type { DirectoryKind, DirectoryPage, ListKind, ListMonth, SeparateList } from '../services/list-kind.ts'
import type { Service } from '../services/service.ts'

export const POSTS_PER_PAGE = 12
/** Per page of a list for feeds and sitemaps. */
export const POSTS_PER_BULK = 100
/** Per page for the search's index: WordPress runs its filters over each text. */
export const POSTS_PER_TEXTS = 20
export const RESULTS_PER_PAGE = 10
export const LEADING_CARDS = 4

/** For a home page of the newest articles. */
export const MADE_HOME = {
  leading: 4,
  following: 8,
  ofCategory: 4,
  least: 2,
  sections: 6,
} as const

export interface WireResponse {
  call: string
  /** `undefined`: the content does not exist. */
  json: unknown
  /** Absent: only the whole content shows changes. */
  validator?: Validator
  /** Equal to the content of the call's validator; there is no JSON. */
  isUnchanged?: true
}

/** The source alone makes and reads it. */
export interface Validator {
  /** Stands for every byte, as an `ETag`, not a date. */
  isExact: boolean
  response?: { call: string; etag?: string | undefined; lastModified?: string | undefined }
  post?: { route: string; id: number; modified: string; path: string }
}

/** Primary or secondary content of a page, a search, or lists for programs. */
export type Rank = keyof typeof DEADLINE

export interface SourceMonths {
  all(service: Service, kind: ListKind, slug: string): Promise<ListMonth[]>
  /**
   * @param month `2026-04`
   * @param page counts from 1, oldest articles first, `POSTS_PER_BULK` each
   */
  page(service: Service, kind: ListKind, slug: string, month: string, page: number): Promise<WireResponse>
}

/**
 * Adapts a content system to the hub's wire shapes (WIRE-3). Calls reject with a `SourceError`; absent methods have no
 * content.
 */
export interface ContentSource {
  home(service: Service, known?: Validator): Promise<WireResponse>
  /** A service without the id has no home page; else the newest articles make one (SRC-53). */
  needsHomeId?: boolean
  /** @param path CMS form: begins with "/", no `.html`, no trailing slash */
  article(service: Service, path: string, rank?: Rank, known?: Validator): Promise<WireResponse>
  /** Without readers' interactions, for further articles, feeds and AMP (WIRE-9). */
  plainArticle?: ((service: Service, path: string, rank?: Rank, known?: Validator) => Promise<WireResponse>) | undefined
  hasPlainArticles?(service: Service): boolean
  /** A redirect (WIRE-5), or nothing. */
  shortLink?(service: Service, query: string): Promise<WireResponse>
  /** @param page 0 for the first view with its blocks, n >= 2 for a list */
  archive(
    service: Service,
    kind: ListKind,
    slug: string,
    page: number,
    rank?: Rank,
    known?: Validator,
  ): Promise<WireResponse>
  /**
   * In pages of `POSTS_PER_BULK`, with what feeds and sitemaps need (SRC-32).
   * @param page counts from 1
   */
  bulk?(service: Service, kind: ListKind, slug: string, page: number): Promise<WireResponse>
  months?: SourceMonths
  /**
   * `list`, as of `archive`, in pages of `POSTS_PER_TEXTS`, and `texts` with the `html` of each by its
   * `relative_link`.
   * @param page counts from 1
   */
  texts?(service: Service, page: number): Promise<WireResponse>
  /**
   * Everything of a kind that search engines may index.
   * @param page counts from 1
   */
  directory?(service: Service, kind: DirectoryKind, page: number): Promise<DirectoryPage>
  /**
   * Posts, and `hasMore` where the source knows it (SEARCH-1).
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
  readonly filtersSearch?: boolean
  /** For words that are still being typed (SEARCH-12); absent: a search's first results serve. */
  suggest?(service: Service, query: string, count: number): Promise<WireResponse>
  /** `count` of posts with all words. */
  countFound?(service: Service, query: string): Promise<WireResponse>
  /**
   * `posts` with the article's card as of lists, or without any; absent: articles are read for their cards.
   * @param path in CMS form
   */
  card?(service: Service, path: string): Promise<WireResponse>
  separateLists?(service: Service): readonly SeparateList[]
  block(service: Service, ref: string): Promise<WireResponse>
  /**
   * Approved ones.
   * @param page counts from 1; of threads, where the first page does not have them all
   */
  comments?(service: Service, id: string, page: number): Promise<WireResponse>
  newestComments?(service: Service): Promise<WireResponse>
  ads?(service: Service): Promise<WireResponse>
  /** A text's newest form, published or not, in the shape of an article (PREVIEW-1). */
  draft?(service: Service, id: string): Promise<WireResponse>
  /** Resolves when the source is available, for readiness. */
  prepare(): Promise<void>
  /** Another value after any change of the content. */
  revision?(): unknown
  expire?(): void
  expireComments?(): void
  under?(span: Span): ContentSource
}

export function sourceUnder(source: ContentSource, span: Span | undefined): ContentSource {
  return (span && source.under?.(span)) ?? source
}

const IMPORTANCE: Record<Rank, number> = { primary: 3, search: 3, secondary: 2, nextSearch: 2, lists: 1 }

/** Whether a call of `rank` waits no longer than one of `requested`, and is not dropped earlier (COST-55). */
export function servesAs(rank: Rank, requested: Rank): boolean {
  return IMPORTANCE[rank] >= IMPORTANCE[requested]
}
