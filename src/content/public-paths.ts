/** Loaded before the first response: imports nothing (docs/decisions/023). */
const HTML_SUFFIX = '.html'

/** Decoded, with a first slash, without `.html` and last slash (PAGE-6). */
export function cmsPath(path: string): string {
  const pathOnly = path.split(/[?#]/, 1)[0] ?? ''
  // Encoded slashes must form no protocol-relative URL.
  const rooted = `/${decodePath(pathOnly)}`.replace(/\/{2,}/g, '/')
  let end = rooted.length
  // A pattern would retry from each of a thousand suffixes.
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

/** `/{yyyy}/{mm}/{slug}`: an article's alone. */
export const DATED_PATH = /^\/\d{4}\/\d{2}\/[^/]+(?<!\.md)$/
/** Of an article as Markdown, where allowed (MACH-6). */
export const MARKDOWN_SUFFIX = '.md'
export const MARKDOWN_TYPE = 'text/markdown'
export const AMP_PREFIX = '/wp-json/amp/v2/post'
/** For open front pages. */
export const PUBLISHED_PATH = '/api/published'
/** An article's path follows. */
export const AMP_NEXT_PATH = '/api/amp/next'
/** A document's site, by AMP's runtime. */
export const AMP_SOURCE_PARAMETER = '__amp_source_origin'
/** The plugin AMP's, on any page. */
export const AMP_PARAMETER = 'amp'

/** Of other hosts' files, and the newsroom's images. */
export const REMOTE_FOLDER = '/media'
/** `{seal}.{query}` of a file's URL. */
export const QUERY_PARAMETER = 'v'

/** WordPress names a page by these. As keys of the page cache, other forms are left out. */
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

/** Content may come after a change. */
export const missingKey = (name: string): string => `missing-${name}`

export const OEMBED_PATH = '/api/oembed'

/** (oEmbed 1.0, 4) */
export function oEmbedPath(pageUrl: string, format: 'json' | 'xml'): string {
  return `${OEMBED_PATH}?${new URLSearchParams({ url: pageUrl, format })}`
}

export const COMMENTS_API = '/api/comments'

export const COMMENT_OUTCOMES = ['held', 'published'] as const
export type CommentResult = (typeof COMMENT_OUTCOMES)[number]

/** It is for a reply, or has a post's outcome. Never cached. */
export function commentFormPath(articlePath: string, more: { reply?: string; outcome?: CommentResult } = {}): string {
  return `${COMMENTS_API}?${new URLSearchParams({ article: articlePath, ...more })}`
}

/** A worker serves what is below its folder. */
export const WORKER_PATH = '/sw.js'
/** For AMP caches' viewers (AMP-12). */
export const INSTALL_WORKER_PATH = '/install-worker'

export const PREVIEW_PATH = '/preview'
export const ISSUE_PREVIEW_PATH = `${PREVIEW_PATH}/newsletter`
