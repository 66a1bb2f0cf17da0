import type { DirectoryEntry, DirectoryKind, ListKind, ListMonth, SeparateList } from '../services/list-kind.ts'
import type { Archive } from './archive.ts'
import type { Article } from './article.ts'
import type { Card } from './card.ts'
import type { Comment, DiscussionPage, PlacedComment } from './comment.ts'
import type { Page } from './home-block.ts'
import type { ScrollPosts } from './scroll-posts.ts'
import type { SearchFilters } from './search-filters.ts'

/** Milliseconds. Primary content may fail the page; late secondary content is left out. `lists`: feeds and sitemaps. */
export const DEADLINE = { primary: 4500, secondary: 2000, search: 4500, nextSearch: 2000, lists: 4500 } as const

export const SUGGESTIONS = 6

export const NEXT_ARTICLES = 3

/** Rejects when the source fails and nothing stale is left; missing content is a value. */
export interface ContentRepository {
  home(): Promise<Page | Missing>
  article(path: string): Promise<Article | Missing>
  /** AMP shows no interactions: it comes without them, unless cached (WIRE-9). */
  plainArticle(path: string): Promise<Article | Missing>
  /**
   * Undefined: not WordPress' (SRC-23).
   * @param query `p=12`
   */
  shortLink(query: string): Promise<Missing | undefined>
  furtherArticle(path: string): Promise<Article | Missing>
  /** @param page 0: the first view with its blocks; n >= 2: a list */
  archive(kind: ListKind, slug: string, page: number): Promise<Archive | Missing>
  /** The newest form, published or not, never stored (PREVIEW-1). */
  draft(id: string): Promise<Article | Missing>
  /** Decodes one in the sources' wire shape (DESK-6), never stored. */
  unsaved(json: object): Promise<Article | Missing>
  /** As `unsaved`, of a front page. */
  unsavedHome(json: object): Promise<Page | Missing>
  /**
   * `undefined` when late (`DEADLINE.secondary`) or failing, `none` where the article takes none (COMM-4); never
   * rejects.
   * @param page counts from 1
   */
  comments(article: Article, page?: number): Promise<DiscussionPage | 'none' | undefined>
  comment(article: Article, id: string): Promise<Comment | undefined>
  newestComments(): Promise<PlacedComment[] | 'none'>
  /** Leaves out the missing, late (`DEADLINE.secondary`) or failing; never rejects. */
  cards(paths: readonly string[]): Promise<Card[]>
  /** Without the site's pages, and what search engines must not list. */
  listedCards(paths: readonly string[]): Promise<Card[]>
  /** Leaves out the missing, late or failing; never rejects. */
  newest(): Promise<Card[]>
  /** From the newest articles where the store has none (NEXT-11); never rejects. */
  scrollPosts(): Promise<ScrollPosts>
  /** In memory, newest first (RELATED-1). */
  known(): readonly Card[]
  /**
   * Empty for a missing list. Unviewed pages stay out of memory. Rejects when the source fails.
   * @param first counts from 1, in pages of `bulkSize` where that is set
   */
  pages(kind: ListKind, slug: string, first?: number): AsyncGenerator<Archive, void>
  /** Of `pages`, where readers get another number. */
  readonly bulkSize: number | undefined
  /** Undefined: no queries by month (MAP-16). */
  months(kind: ListKind, slug: string): MonthsOfList | undefined
  /** Undefined: none (MAP-9). Rejects when the source fails. */
  directory(kind: DirectoryKind): AsyncGenerator<DirectoryEntry, void> | undefined
  /** Changes with any content; absent: unknown. */
  readonly revision?: (() => unknown) | undefined
  separateLists(): readonly SeparateList[]
  /**
   * In the order of `paths`, `undefined` where late (`DEADLINE.primary`) or failing; never rejects.
   * @param cards of the same articles in a list that was just read: they spare calls
   */
  articles(paths: readonly string[], cards?: readonly Card[]): Promise<Array<Article | Missing | undefined>>
  /**
   * @param page counts from 1
   * @param filters ignored unless `filtersSearch`
   */
  search(query: string, page: number, filters?: SearchFilters): Promise<SearchResults>
  /** Undefined without an index, or where it fails (SEARCH-30). Never rejects. */
  countFound(query: string): Promise<number | 'late' | undefined>
  readonly filtersSearch: boolean
  /** For words still being typed, the best first (SEARCH-12). */
  suggest(query: string): Promise<Card[]>
}

/** Rejects when the source fails. */
export interface MonthsOfList {
  /** Newest first. */
  all(): Promise<readonly ListMonth[]>
  readonly perPage: number
  /**
   * The oldest first: publications change only the last page.
   * @param first counts from 1
   */
  pages(month: string, first: number): AsyncGenerator<Archive, void>
}

export interface SearchResults {
  cards: Card[]
  hasMore: boolean
  /** The CMS' search was late or failed, or some texts were not searched yet. */
  isIncomplete?: true
  /** Absent: unknown (SEARCH-27). */
  count?: number
  /** Words that no article has: results have similar ones (SEARCH-28). */
  missing: readonly string[]
}

export interface Missing {
  missing: true
  redirectLink?: string
  /** On the same service. */
  movedTo?: string
  /** Where the list is (SRC-30). */
  list?: string
}

export function isMissing<T extends object>(response: T | Missing): response is Missing {
  return 'missing' in response && response.missing === true
}
