/** The kinds of sitemaps (MAP-1). */
export const SITEMAP_KINDS = ['articles', 'types', 'pages', 'categories', 'tags', 'authors', 'series', 'lists'] as const
export type SitemapKind = (typeof SITEMAP_KINDS)[number]
/** Kinds of articles, by month of publication (MAP-16). */
export type DatedKind = 'articles' | 'types'
export const TERM_KINDS = ['pages', 'categories', 'tags', 'authors', 'series', 'lists'] as const satisfies SitemapKind[]
export type TermKind = (typeof TERM_KINDS)[number]

export const INDEX_PATH = '/sitemap.xml'
export const NEWS_PATH = '/news-sitemap.xml'

export const SITEMAP_SIZE = 1000
/** Number of articles in one sitemap (sitemaps.org); further ones have the rest of a month. */
export const MONTH_SIZE = 50_000
/**
 * Limit for an entry's bytes of its sitemap's 50 MB (sitemaps.org): where the entries so far took more, images are left
 * out.
 */
export const BYTES_PER_ENTRY = 1000

/** Characters of a URL in a sitemap (sitemaps.org, schema). */
export const MAX_URL_LENGTH = 2048

/** Maximum number of sitemaps of one kind of lists, and of one month (COST-33). */
export const MAX_SITEMAPS = 1000

export type SitemapName = { kind: TermKind; page: number } | { kind: DatedKind; month: string; page: number }

export function sitemapPath(name: SitemapName): string {
  if (!('month' in name)) return `/sitemap-${name.kind}-${name.page}.xml`
  return `/sitemap-${name.kind}-${name.month}${name.page === 1 ? '' : `-${name.page}`}.xml`
}

/** @param text what a path has after `/sitemap-`: `tags-2` @returns undefined where no sitemap has such a name */
export function sitemapNamed(text: string): SitemapName | undefined {
  const dash = text.indexOf('-')
  const [kind, rest] = [text.slice(0, dash), text.slice(dash + 1)]
  const known = SITEMAP_KINDS.find((one) => one === kind)
  if (known === undefined) return undefined
  if (known !== 'articles' && known !== 'types') {
    const page = pageNumber(rest)
    return page === undefined ? undefined : { kind: known, page }
  }
  const [, month = '', further] = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:-(\d{1,4}))?$/.exec(rest) ?? []
  const page = further === undefined ? 1 : pageNumber(further)
  // With a number, the first one would have two names.
  if (month === '' || page === undefined || (further !== undefined && page === 1)) return undefined
  return { kind: known, month, page }
}

function pageNumber(text: string): number | undefined {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= MAX_SITEMAPS ? Number(text) : undefined
}
