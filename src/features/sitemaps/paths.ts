export const SITEMAP_KINDS = ['articles', 'types', 'pages', 'categories', 'tags', 'authors', 'series', 'lists'] as const
export type SitemapKind = (typeof SITEMAP_KINDS)[number]
export type DatedKind = 'articles' | 'types'
export const TERM_KINDS = ['pages', 'categories', 'tags', 'authors', 'series', 'lists'] as const satisfies SitemapKind[]
export type TermKind = (typeof TERM_KINDS)[number]

export const INDEX_PATH = '/sitemap.xml'
export const NEWS_PATH = '/news-sitemap.xml'

export const SITEMAP_SIZE = 1000
/** Articles in one sitemap (sitemaps.org). */
export const MONTH_SIZE = 50_000
/** A share of 50 MB (sitemaps.org), beyond which images are left out. */
export const BYTES_PER_ENTRY = 1000

/** Characters (sitemaps.org, schema). */
export const MAX_URL_LENGTH = 2048

/** Of one kind of lists, or one month (COST-33). */
export const MAX_SITEMAPS = 1000

export type SitemapName = { kind: TermKind; page: number } | { kind: DatedKind; month: string; page: number }

export function sitemapPath(name: SitemapName): string {
  if (!('month' in name)) return `/sitemap-${name.kind}-${name.page}.xml`
  return `/sitemap-${name.kind}-${name.month}${name.page === 1 ? '' : `-${name.page}`}.xml`
}

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
  if (month === '' || page === undefined || (further !== undefined && page === 1)) return undefined
  return { kind: known, month, page }
}

function pageNumber(text: string): number | undefined {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= MAX_SITEMAPS ? Number(text) : undefined
}
