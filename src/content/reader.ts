import type { Archive } from './archive.ts'
import type { Article } from './article.ts'
import type { Card } from './card.ts'
import type { Missing } from './missing.ts'
import type { Page } from './page.ts'

/**
 * How long content may take, in milliseconds, by what it is for. What a page is about has the longer time and may fail the
 * page; what stands beside it is left out when late. Results of a search are what a page is about, and a look at the next
 * ones stands beside it; `lists` are read for feeds and maps, that is, by programs.
 */
export const DEADLINE = { primary: 4500, secondary: 2000, search: 4500, nextSearch: 2000, lists: 4500 } as const

/** How many further articles a page offers. */
export const NEXT_ARTICLES = 3

/** The category that holds every article, newest first (decision 43). */
export const NEWEST_CATEGORY = 'najnowsze'

export type ListKind = 'category' | 'tag' | 'author'

/**
 * What pages, feeds and AMP read: the content of one service, decoded and normalised. Each call rejects with an error
 * when the source fails and nothing stale is left; missing content is a value, not an error.
 */
export interface ContentReader {
  home(): Promise<Page | Missing>
  /** @param path CMS form: begins with "/", no `.html`, no trailing slash */
  article(path: string): Promise<Article | Missing>
  /** The same for one that is read on with, which may come from object storage (SRC-5). */
  furtherArticle(path: string): Promise<Article | Missing>
  /** @param page 0 for the first view with its blocks, n >= 2 for a list */
  archive(kind: ListKind, slug: string, page: number): Promise<Archive | Missing>
  /** Cards of articles by path. What is missing, late (`DEADLINE.secondary`) or fails is left out; never rejects. */
  cards(paths: readonly string[]): Promise<Card[]>
  /** The service's newest articles, newest first. What is missing, late or fails is left out; never rejects. */
  newest(): Promise<Card[]>
  /**
   * The pages of a list in order, to its end; nothing when there is no such list. What readers do not look at is not
   * kept in memory. Rejects when the source fails.
   * @param first counts from 1
   */
  pages(kind: ListKind, slug: string, first?: number): AsyncGenerator<Archive, void>
  /** Whole articles, in the order asked for. `undefined`: late (`DEADLINE.primary`) or failing; never rejects. */
  articles(paths: readonly string[]): Promise<Array<Article | Missing | undefined>>
  /** @param page counts from 1 */
  search(query: string, page: number): Promise<SearchResults>
}

/** One page of what a search found. */
export interface SearchResults {
  cards: Card[]
  /** Whether the next page has results. */
  hasMore: boolean
}
