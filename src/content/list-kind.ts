/** Lists of articles: by category, tag or author. */
export type ListKind = 'category' | 'tag' | 'author'

/** One of them. */
export interface ListName {
  kind: ListKind
  slug: string
}

/** The category that contains every article, newest first (FEED-3). */
export const NEWEST_CATEGORY = 'najnowsze'
