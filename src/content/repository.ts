import type { DirectoryEntry, DirectoryKind, ListKind, ListMonth, SeparateList } from '../services/list-kind.ts'
import type { Archive } from './archive.ts'
import type { Article } from './article.ts'
import type { Card } from './card.ts'
import type { Comment, DiscussionPage, PlacedComment } from './comment.ts'
import type { Missing } from './missing.ts'
import type { Page } from './page.ts'
import type { ScrollPosts } from './scroll-posts.ts'
import type { SearchFilters } from './search-filters.ts'

/**
 * Time limits for content, by purpose, in milliseconds. Primary content has the longer limit and may fail the page;
 * secondary content is left out when late. Search results are primary, and looking ahead to their next page is
 * secondary; `lists` are for feeds and sitemaps, which programs read.
 */
export const DEADLINE = { primary: 4500, secondary: 2000, search: 4500, nextSearch: 2000, lists: 4500 } as const

/** How many suggestions a search form shows. */
export const SUGGESTIONS = 6

/** How many further articles a page offers. */
export const NEXT_ARTICLES = 3

/**
 * The content of one service, decoded and normalised, for pages, feeds and AMP. Each call rejects when the source fails
 * and nothing stale is left; missing content is a value, not an error.
 */
export interface ContentRepository {
  home(): Promise<Page | Missing>
  /** @param path CMS form: begins with "/", no `.html`, no trailing slash */
  article(path: string): Promise<Article | Missing>
  /** The same for AMP, which shows no interactions, and comes by the endpoint without them unless it is cached (WIRE-9). */
  plainArticle(path: string): Promise<Article | Missing>
  /**
   * Where a short link of WordPress leads (SRC-23); undefined where content comes from elsewhere.
   * @param query `p=12`
   */
  shortLink(query: string): Promise<Missing | undefined>
  /** The same for a further article, which may come from object storage (SRC-5). */
  furtherArticle(path: string): Promise<Article | Missing>
  /** @param page 0 for the first view with its blocks, n >= 2 for a list */
  archive(kind: ListKind, slug: string, page: number): Promise<Archive | Missing>
  /**
   * The newest form of a text by its id, published or not: read from the source each time, and never stored (PREVIEW-3).
   */
  draft(id: string): Promise<Article | Missing>
  /**
   * A page of an article's comments. `undefined`: late (`DEADLINE.secondary`) or failing; `none`: it takes none and has
   * none, or others keep them; never rejects (COMM-4).
   * @param page counts from 1
   */
  comments(article: Article, page?: number): Promise<DiscussionPage | 'none' | undefined>
  /** A comment of an article, where it is among those that are read; never rejects. */
  comment(article: Article, id: string): Promise<Comment | undefined>
  /**
   * The newest comments on all articles; `none` where there are no comments. Rejects when the source fails.
   */
  newestComments(): Promise<PlacedComment[] | 'none'>
  /**
   * Cards of articles by path, without those that are missing, late (`DEADLINE.secondary`) or failing; never rejects.
   */
  cards(paths: readonly string[]): Promise<Card[]>
  /** The same without those that are kept from lists: pages of the site, and what search engines must not list. */
  listedCards(paths: readonly string[]): Promise<Card[]>
  /** The service's newest articles, newest first, without those that are missing, late or failing; never rejects. */
  newest(): Promise<Card[]>
  /** Lists of further articles: those of the store, else built from the newest articles (NEXT-11); never rejects. */
  scrollPosts(): Promise<ScrollPosts>
  /** More of the service's articles, newest first, as far as they are known now: it waits for nothing (RELATED-2). */
  known(): readonly Card[]
  /**
   * The pages of a list in order, to its end; empty when the list does not exist. Pages that no reader views stay out
   * of memory. Rejects when the source fails.
   * @param first counts from 1; of `bulkSize` articles each, where that is set
   */
  pages(kind: ListKind, slug: string, first?: number): AsyncGenerator<Archive, void>
  /** Articles of one page of `pages`, where it is another number than readers get. */
  readonly bulkSize: number | undefined
  /** The same list by months (MAP-16); undefined where the source cannot be queried for one. */
  months(kind: ListKind, slug: string): MonthsOfList | undefined
  /**
   * Public paths of a kind (MAP-9); undefined where the source cannot list them. Rejects when the source fails.
   */
  directory(kind: DirectoryKind): AsyncGenerator<DirectoryEntry, void> | undefined
  /** Another value after any change of the content; absent: the source cannot tell. */
  readonly revision?: (() => unknown) | undefined
  /** Lists of articles that the list of all does not have (SRC-32). */
  separateLists(): readonly SeparateList[]
  /** Whole articles, in the order of `paths`. `undefined`: late (`DEADLINE.primary`) or failing; never rejects. */
  articles(paths: readonly string[]): Promise<Array<Article | Missing | undefined>>
  /**
   * @param page counts from 1
   * @param filters ignored unless `filtersSearch`
   */
  search(query: string, page: number, filters?: SearchFilters): Promise<SearchResults>
  /**
   * Number of articles with all words of a query, by an index of the portal's own; undefined where there is none, or it is
   * failing (SEARCH-30). Never rejects.
   */
  countFound(query: string): Promise<number | 'late' | undefined>
  /** Whether a search can be limited to a category and to days (SEARCH-17). */
  readonly filtersSearch: boolean
  /** Cards for words that are still being typed, best first (SEARCH-12). */
  suggest(query: string): Promise<Card[]>
}

/** A list whose source can be queried for the articles of one month. Each call rejects when the source fails. */
export interface MonthsOfList {
  /** Those with articles, newest first. */
  all(): Promise<readonly ListMonth[]>
  /** Articles of one page. */
  readonly perPage: number
  /**
   * Its pages in order, oldest articles first: what is published later changes none of them but the last.
   * @param first counts from 1
   */
  pages(month: string, first: number): AsyncGenerator<Archive, void>
}

/** One page of search results. */
export interface SearchResults {
  cards: Card[]
  /** Whether the next page has results. */
  hasMore: boolean
  /** The CMS' own search was late or failed, and an index answers alone. */
  isIncomplete?: true
  /** Number of all results; absent where the source gives none (SEARCH-27). */
  count?: number
  /** Words of the query that no article has: the results have others that they may be (SEARCH-28). Usually none. */
  missing: readonly string[]
}
