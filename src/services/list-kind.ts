export type FolderKind = 'category' | 'tag' | 'author' | 'series'

/** The CMS decides a `path` (SRC-30). */
export type ListKind = FolderKind | 'path'

/** The slug of a `path` is decoded, without its first slash. */
export interface ListName {
  kind: ListKind
  slug: string
}

/** The articles of such a list are in no other one (SRC-32). */
export interface SeparateList {
  slug: string
  /** In CMS form; absent: the list has no page. */
  path?: string
}

export type DirectoryKind = ListKind | 'page'

export interface DirectoryEntry {
  path: string
  /** ISO 8601. */
  modified?: string
}

export interface DirectoryPage {
  entries: DirectoryEntry[]
  isLast: boolean
}

/** Parts of one series that the portal shows (SERIES-1). */
export const MAX_PARTS = 100

/** This category has every article (FEED-3). */
export const NEWEST_CATEGORY = 'najnowsze'

export interface ListMonth {
  month: string
  count: number
  /** ISO 8601; absent: unknown. */
  modified?: string
}
