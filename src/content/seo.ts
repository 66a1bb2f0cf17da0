/** What the CMS says of a page's head (spec 3, "SEO"). Scheme and host of `canonical` do not count (decision 48). */
export interface Seo {
  title?: string
  description?: string
  /** Path and query of the CMS' canonical address. */
  canonicalPath?: string
}
