/** This module is loaded before the first response and imports nothing (docs/decisions/023). */
const HTML_SUFFIX = '.html'

/** A path in the CMS' form is decoded, begins with "/", and has no `.html` and no trailing slash (PAGE-6). */
export function cmsPath(path: string): string {
  const pathOnly = path.split(/[?#]/, 1)[0] ?? ''
  // An encoded slash must not form the second slash of a protocol-relative URL.
  const rooted = `/${decodePath(pathOnly)}`.replace(/\/{2,}/g, '/')
  let end = rooted.length
  // A pattern anchored at the end would retry from each of a thousand suffixes.
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

/** `/{yyyy}/{mm}/{slug}`: only an article's path begins with a date. */
export const DATED_PATH = /^\/\d{4}\/\d{2}\/[^/]+(?<!\.md)$/
/** An article's path and this: the article as Markdown, where the service allows it (MACH-6). */
export const MARKDOWN_SUFFIX = '.md'
export const MARKDOWN_TYPE = 'text/markdown'
export const AMP_PREFIX = '/wp-json/amp/v2/post'
/** What the service published last, for front pages that are open. */
export const PUBLISHED_PATH = '/api/published'
/** The path of an article follows. */
export const AMP_NEXT_PATH = '/api/amp/next'
/** AMP's runtime names the site of a document in it. */
export const AMP_SOURCE_PARAMETER = '__amp_source_origin'
/** The plugin AMP asks for any page's document by it. */
export const AMP_PARAMETER = 'amp'

/** Files of other hosts, and the newsroom's own images, have this folder. */
export const REMOTE_FOLDER = '/media'
/** `{seal}.{query}`: the seal of a file and the query of its URL. */
export const QUERY_PARAMETER = 'v'

/**
 * WordPress names a page on its front page by these. Each value is a key of the page cache, so any other form is left
 * out.
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

/** The service may have the content after a change. */
export const missingKey = (name: string): string => `missing-${name}`

export const OEMBED_PATH = '/api/oembed'

/** (oEmbed 1.0, 4) */
export function oEmbedPath(pageUrl: string, format: 'json' | 'xml'): string {
  return `${OEMBED_PATH}?${new URLSearchParams({ url: pageUrl, format })}`
}

export const COMMENTS_API = '/api/comments'

export const COMMENT_OUTCOMES = ['held', 'published'] as const
export type CommentResult = (typeof COMMENT_OUTCOMES)[number]

/** The page is for a reply, or has the outcome of a post. It is never cached. */
export function commentFormPath(articlePath: string, more: { reply?: string; outcome?: CommentResult } = {}): string {
  return `${COMMENTS_API}?${new URLSearchParams({ article: articlePath, ...more })}`
}

/** The worker serves all of the site below its folder. */
export const WORKER_PATH = '/sw.js'
/** A frame of an AMP cache's viewer loads it (AMP-12). */
export const INSTALL_WORKER_PATH = '/install-worker'

export const PREVIEW_PATH = '/preview'
export const ISSUE_PREVIEW_PATH = `${PREVIEW_PATH}/newsletter`
