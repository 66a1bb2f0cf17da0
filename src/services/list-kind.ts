/** Paths of these begin with a word of the service's language. */
export type FolderKind = 'category' | 'tag' | 'author' | 'series'

/** A `path` is one that the CMS decides (SRC-30). */
export type ListKind = FolderKind | 'path'

/** The slug of a `path` is the path, decoded, without its first slash. */
export interface ListName {
  kind: ListKind
  slug: string
}

/** A list whose articles are in no other one (SRC-32). */
export interface SeparateList {
  slug: string
  /** In CMS form; absent: the list has no page. */
  path?: string
}

/** What has pages of its own in addition to articles. */
export type DirectoryKind = ListKind | 'page'

export interface DirectoryEntry {
  /** In CMS form. */
  path: string
  /** ISO 8601 */
  modified?: string
}

export interface DirectoryPage {
  entries: DirectoryEntry[]
  isLast: boolean
}

/** Parts of one series that the portal shows (SERIES-1). */
export const MAX_PARTS = 100

/** The category that contains every article, newest first (FEED-3). */
export const NEWEST_CATEGORY = 'najnowsze'

export interface ListMonth {
  /** In the site's time: `2026-04`. */
  month: string
  count: number
  /** ISO 8601; absent: unknown. */
  modified?: string
}
