/** What the site's maps list (decision 43). */
export const SITEMAP_KINDS = ['articles', 'categories', 'tags', 'authors'] as const
export type SitemapKind = (typeof SITEMAP_KINDS)[number]
export type TermKind = Exclude<SitemapKind, 'articles'>

export const INDEX_PATH = '/sitemap.xml'
export const NEWS_PATH = '/news-sitemap.xml'

/** Addresses in one map: few enough that a CMS with ten articles a page answers it in a hundred calls. */
export const SITEMAP_SIZE = 1000

/** Maps of one kind: as many as the articles of the longest list that is believed (`MAX_ARTICLES`) fill (COST-33). */
export const MAX_SITEMAPS = 1000

/** @param page counts from 1 */
export function sitemapPath(kind: SitemapKind, page: number): string {
  return `/sitemap-${kind}-${page}.xml`
}

export function isSitemapKind(text: string): text is SitemapKind {
  return SITEMAP_KINDS.some((kind) => kind === text)
}
