/** The kinds of sitemaps (MAP-1). */
export const SITEMAP_KINDS = ['articles', 'types', 'pages', 'categories', 'tags', 'authors', 'series', 'lists'] as const
export type SitemapKind = (typeof SITEMAP_KINDS)[number]
/** Those whose paths are read as a whole. */
export const TERM_KINDS = ['pages', 'categories', 'tags', 'authors', 'series', 'lists'] as const satisfies SitemapKind[]
export type TermKind = (typeof TERM_KINDS)[number]

export const INDEX_PATH = '/sitemap.xml'
export const NEWS_PATH = '/news-sitemap.xml'

/** Number of URLs in one sitemap: a CMS with ten articles per page needs a hundred calls for it. */
export const SITEMAP_SIZE = 1000

/** Characters of a URL in a sitemap (sitemaps.org, schema). */
export const MAX_URL_LENGTH = 2048

/** Maximum number of sitemaps of one kind: enough for the longest allowed list (`MAX_ARTICLES`) (COST-33). */
export const MAX_SITEMAPS = 1000

/** @param page counts from 1 */
export function sitemapPath(kind: SitemapKind, page: number): string {
  return `/sitemap-${kind}-${page}.xml`
}

export function isSitemapKind(text: string): text is SitemapKind {
  return SITEMAP_KINDS.some((kind) => kind === text)
}
