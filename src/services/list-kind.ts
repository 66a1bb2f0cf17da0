/** Lists whose paths begin with a word of the service's language. */
export type FolderKind = 'category' | 'tag' | 'author' | 'series'

/** Lists of articles: by category, tag, author or series, or at a path that the CMS decides (SRC-30). */
export type ListKind = FolderKind | 'path'

/** One of them. The slug of a list at a path of its own is that path, decoded, without its first slash. */
export interface ListName {
  kind: ListKind
  slug: string
}

/** A list whose articles are in no other one (SRC-32). */
export interface SeparateList {
  /** Of a list of the kind `path`. */
  slug: string
  /** Path of its page, in CMS form; absent: it has none. */
  path?: string
}

/** What has pages of its own in addition to articles: lists, and pages that belong to no list. */
export type DirectoryKind = ListKind | 'page'

/** One of them. */
export interface DirectoryEntry {
  /** In CMS form. */
  path: string
  /** ISO 8601 */
  modified?: string
}

/** Some of them. */
export interface DirectoryPage {
  entries: DirectoryEntry[]
  isLast: boolean
}

/** Parts of one series that the portal shows (SERIES-1). */
export const MAX_PARTS = 100

/** The category that contains every article, newest first (FEED-3). */
export const NEWEST_CATEGORY = 'najnowsze'

/** Articles of one month in a list. */
export interface ListMonth {
  /** In the site's time: `2026-04`. */
  month: string
  /** At least one. */
  count: number
  /** When one of them last changed, as far as is known: ISO 8601. */
  modified?: string
}
