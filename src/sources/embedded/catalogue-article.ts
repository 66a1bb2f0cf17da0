import type { ArticleMeta } from './front-matter.ts'

export interface CatalogueArticle {
  slug: string
  /** `/{yyyy}/{mm}/{slug}`, or `/{slug}` for a page. */
  path: string
  meta: ArticleMeta
  /** Read lazily where an index knows the file (SRC-62). */
  readonly body: string
  /** Whether its body may have dated parts. */
  mayHaveUpdates: boolean
  /** Its date has not come: only development and previews have it. */
  isScheduled?: boolean
}

export function isUnpublished({ meta, isScheduled }: CatalogueArticle): boolean {
  return (meta.draft ?? false) || (isScheduled ?? false)
}
