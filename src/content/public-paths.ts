/**
 * Paths and parameters that routes declare and content links to. They are loaded before the first response: this module
 * imports nothing (docs/decisions/023).
 */
const HTML_SUFFIX = '.html'

/** A path in the form of the CMS: decoded, beginning with "/", no `.html`, no trailing slash (PAGE-6). */
export function cmsPath(path: string): string {
  const pathOnly = path.split(/[?#]/, 1)[0] ?? ''
  // Decodes first: an encoded slash must not form the second slash of a protocol-relative URL.
  const rooted = `/${decodePath(pathOnly)}`.replace(/\/{2,}/g, '/')
  let end = rooted.length
  // A loop: a pattern anchored at the end would retry from each of a thousand suffixes.
  while (rooted.endsWith('/', end) || rooted.endsWith(HTML_SUFFIX, end))
    end -= rooted[end - 1] === '/' ? 1 : HTML_SUFFIX.length
  return rooted.slice(0, end) || '/'
}

export function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** `/{yyyy}/{mm}/{slug}`, the path of an article: no other page has a path that begins with a date. */
export const DATED_PATH = /^\/\d{4}\/\d{2}\/[^/]+$/
/** Of the paths of AMP documents (AMP-1). */
export const AMP_PREFIX = '/wp-json/amp/v2/post'
/** Lists the articles that AMP documents lead on to; followed by the path of an article. */
export const AMP_NEXT_PATH = '/api/amp/next'
/** The parameter by which AMP's runtime names the site of a document. */
export const AMP_SOURCE_PARAMETER = '__amp_source_origin'
/** Parameters of any page: its AMP document (the plugin AMP). */
export const AMP_PARAMETER = 'amp'

/** Where the portal serves files of other hosts, and the newsroom's own images. */
export const REMOTE_FOLDER = '/media'
/** The parameter that holds the seal of a file and the query of its own URL: `{seal}.{query}`. */
export const QUERY_PARAMETER = 'v'

/**
 * Parameters by which WordPress names a page on its front page, with their values' form: each is a key of the page cache,
 * so any other value is left out.
 */
export const SHORT_LINKS: Readonly<Record<string, RegExp>> = {
  p: /^[1-9]\d{0,9}$/,
  page_id: /^[1-9]\d{0,9}$/,
  attachment_id: /^[1-9]\d{0,9}$/,
  cat: /^[1-9]\d{0,9}$/,
  author: /^[1-9]\d{0,9}$/,
  tag: /^[a-z0-9-]{1,100}$/,
  feed: /^(?:feed|rss2?|rdf|atom)$/,
  paged: /^[1-9]\d{0,5}$/,
  s: /^.{1,200}$/s,
}

/** The surrogate key of what a service does not have: it may have it after a change. */
export const missingKey = (name: string): string => `missing-${name}`

export const OEMBED_PATH = '/api/oembed'

/** (oEmbed 1.0, 4) */
export function oEmbedPath(pageUrl: string, format: 'json' | 'xml'): string {
  return `${OEMBED_PATH}?${new URLSearchParams({ url: pageUrl, format })}`
}

/** Readers' comments are posted here, and the form of a reply is here (COMM-7, COMM-8). */
export const COMMENTS_API = '/api/comments'

export const COMMENT_OUTCOMES = ['held', 'published'] as const
export type CommentResult = (typeof COMMENT_OUTCOMES)[number]

/** The form's own page is for a reply, or has the outcome of a post. It is never cached. */
export function commentFormPath(articlePath: string, more: { reply?: string; outcome?: CommentResult } = {}): string {
  return `${COMMENTS_API}?${new URLSearchParams({ article: articlePath, ...more })}`
}

/** The service worker serves all of the site below its folder. */
export const WORKER_PATH = '/sw.js'
/** A frame of an AMP cache's viewer installs the worker from this document (AMP-12). */
export const INSTALL_WORKER_PATH = '/install-worker'

export const PREVIEW_PATH = '/preview'
export const ISSUE_PREVIEW_PATH = `${PREVIEW_PATH}/newsletter`
