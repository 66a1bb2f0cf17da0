import type { Archive } from './archive.ts'
import type { Article } from './article.ts'
import type { Card } from './card.ts'
import type { Missing } from './missing.ts'
import type { Page } from './page.ts'

/**
 * How long content may take, in milliseconds (architecture, "A request"). What the page is about has the longer one and
 * may fail the page; what stands beside it is left out when late.
 */
export const DEADLINE = { primary: 4500, secondary: 2000 } as const

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
  /** @param page 0 for the first view with its blocks, n >= 2 for a list */
  archive(kind: ListKind, slug: string, page: number): Promise<Archive | Missing>
  /** Cards of articles by path. What is missing, late (`DEADLINE.secondary`) or fails is left out; never rejects. */
  cards(paths: readonly string[]): Promise<Card[]>
  /** The service's newest articles, newest first. What is missing, late or fails is left out; never rejects. */
  newest(): Promise<Card[]>
  /** @param page counts from 1 */
  search(query: string, page: number): Promise<Card[]>
}
