import type { ArticleMeta } from './front-matter.ts'

/** An article or a page of the newsroom. */
export interface CatalogueArticle {
  slug: string
  /** `/{yyyy}/{mm}/{slug}`, or `/{slug}` for a page. */
  path: string
  meta: ArticleMeta
  /** Read when it is first asked for, where an index knows the file (SRC-62). */
  readonly body: string
  /** Whether its body may have dated parts. */
  mayHaveUpdates: boolean
  /** Its date has not come: only development and previews have it. */
  isScheduled?: boolean
}

/** A draft, or one whose date has not come. */
export function isUnpublished({ meta, isScheduled }: CatalogueArticle): boolean {
  return (meta.draft ?? false) || (isScheduled ?? false)
}
