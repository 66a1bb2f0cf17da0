import type { DirectoryEntry, DirectoryKind, ListKind, ListMonth, SeparateList } from '../services/list-kind.ts'
import type { Archive } from './archive.ts'
import type { Article } from './article.ts'
import type { Card } from './card.ts'
import type { Comment, DiscussionPage, PlacedComment } from './comment.ts'
import type { Page } from './home-block.ts'
import type { ScrollPosts } from './scroll-posts.ts'
import type { SearchFilters } from './search-filters.ts'

/**
 * Milliseconds. Primary content may fail the page, secondary content is left out when late. `lists` are for feeds and
 * sitemaps.
 */
export const DEADLINE = { primary: 4500, secondary: 2000, search: 4500, nextSearch: 2000, lists: 4500 } as const

export const SUGGESTIONS = 6

export const NEXT_ARTICLES = 3

/**
 * The decoded content of one service. Each call rejects when the source fails and nothing stale is left; missing
 * content is a value, not an error.
 */
export interface ContentRepository {
  home(): Promise<Page | Missing>
  /** @param path CMS form: begins with "/", no `.html`, no trailing slash */
  article(path: string): Promise<Article | Missing>
  /** AMP shows no interactions: unless the article is cached, it comes by the endpoint without them (WIRE-9). */
  plainArticle(path: string): Promise<Article | Missing>
  /**
   * Follows a short link of WordPress (SRC-23); undefined where content comes from elsewhere.
   * @param query `p=12`
   */
  shortLink(query: string): Promise<Missing | undefined>
  /** A further article may come from object storage (SRC-5). */
  furtherArticle(path: string): Promise<Article | Missing>
  /** @param page 0 for the first view with its blocks, n >= 2 for a list */
  archive(kind: ListKind, slug: string, page: number): Promise<Archive | Missing>
  /** Reads the newest form of a text, published or not, each time from the source, and never stores it (PREVIEW-1). */
  draft(id: string): Promise<Article | Missing>
  /**
   * Returns `undefined` when late (`DEADLINE.secondary`) or failing, `none` where the article takes no comments; never
   * rejects (COMM-4).
   * @param page counts from 1
   */
  comments(article: Article, page?: number): Promise<DiscussionPage | 'none' | undefined>
  comment(article: Article, id: string): Promise<Comment | undefined>
  /** Returns `none` where there are no comments. Rejects when the source fails. */
  newestComments(): Promise<PlacedComment[] | 'none'>
  /** Leaves out cards that are missing, late (`DEADLINE.secondary`) or failing; never rejects. */
  cards(paths: readonly string[]): Promise<Card[]>
  /** Leaves out pages of the site as well, and what search engines must not list. */
  listedCards(paths: readonly string[]): Promise<Card[]>
  /** Lists the newest first, without those missing, late or failing; never rejects. */
  newest(): Promise<Card[]>
  /** Without a list in the store they are built from the newest articles (NEXT-11); never rejects. */
  scrollPosts(): Promise<ScrollPosts>
  /** Returns the service's articles in memory, newest first, and waits for nothing (RELATED-1). */
  known(): readonly Card[]
  /**
   * Reads a list to its end; empty when it does not exist. Pages that no reader views stay out of memory. Rejects when
   * the source fails.
   * @param first counts from 1, in pages of `bulkSize` where that is set
   */
  pages(kind: ListKind, slug: string, first?: number): AsyncGenerator<Archive, void>
  /** Articles on a page of `pages`, where readers get another number. */
  readonly bulkSize: number | undefined
  /** Undefined where the source cannot be queried by month (MAP-16). */
  months(kind: ListKind, slug: string): MonthsOfList | undefined
  /** Lists public paths of a kind (MAP-9); undefined where the source cannot. Rejects when the source fails. */
  directory(kind: DirectoryKind): AsyncGenerator<DirectoryEntry, void> | undefined
  /** The value changes with any content; absent: the source cannot tell. */
  readonly revision?: (() => unknown) | undefined
  /** Lists articles that the list of all lacks (SRC-32). */
  separateLists(): readonly SeparateList[]
  /**
   * Returns whole articles in the order of `paths`, `undefined` where late (`DEADLINE.primary`) or failing; never
   * rejects.
   */
  articles(paths: readonly string[]): Promise<Array<Article | Missing | undefined>>
  /**
   * @param page counts from 1
   * @param filters ignored unless `filtersSearch`
   */
  search(query: string, page: number, filters?: SearchFilters): Promise<SearchResults>
  /**
   * Counts articles with all words of a query (SEARCH-30); undefined without an index, or where it fails. Never
   * rejects.
   */
  countFound(query: string): Promise<number | 'late' | undefined>
  /** (SEARCH-17) */
  readonly filtersSearch: boolean
  /** Finds cards for words that are still being typed, best first (SEARCH-12). */
  suggest(query: string): Promise<Card[]>
}

/** Each call rejects when the source fails. */
export interface MonthsOfList {
  /** Months with articles, newest first. */
  all(): Promise<readonly ListMonth[]>
  readonly perPage: number
  /**
   * Reads pages, oldest articles first: later publications change only the last one.
   * @param first counts from 1
   */
  pages(month: string, first: number): AsyncGenerator<Archive, void>
}

export interface SearchResults {
  cards: Card[]
  hasMore: boolean
  /** The CMS' own search was late or failed, and an index answers alone. */
  isIncomplete?: true
  /** Number of all results; absent where the source gives none (SEARCH-27). */
  count?: number
  /** Words of the query that no article has: the results have similar words (SEARCH-28). */
  missing: readonly string[]
}

/** Missing content (WIRE-5), with the redirect target from the CMS. */
export interface Missing {
  missing: true
  redirectLink?: string
  /** Permanent new location: a path of the same service. */
  movedTo?: string
  /** Slug of a list that is at this path instead (SRC-30). */
  list?: string
}

export function isMissing<T extends object>(response: T | Missing): response is Missing {
  // Results of a search name their missing words.
  return 'missing' in response && response.missing === true
}
