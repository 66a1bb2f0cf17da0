/** What articles are imported from, whatever it is: a WXR file, or a WordPress by its REST API. */

/** The site that the articles were published on. */
export interface Site {
  title: string
  /** Origin and path, without a trailing slash. */
  url: string
}

export interface SourceAuthor {
  /** Unique on the site; what articles name their authors by. */
  login: string
  name: string
}

export interface SourceTerm {
  kind: 'category' | 'tag'
  /** The site's slug, as it writes it: percent-encoded where it is not ASCII. */
  nicename: string
  name: string
  /** HTML. */
  description?: string
  heading?: string
}

/** A file of the media library. */
export interface SourceAttachment {
  id: string
  url: string
  alt?: string
  /** HTML. */
  caption?: string
  /** The post it was uploaded to. */
  parent?: string
  order: number
}

/** What is known of a post before its text is read. */
export interface SourcePostHead {
  id: string
  /** Never changes, and no other post of the site has it; absent in files of other programs. */
  guid?: string
  type: string
  status: string
  hasPassword: boolean
  /** As the site writes it; empty for one that has none yet. */
  slug: string
  link?: string
  /** HTML. */
  title: string
  /** Milliseconds since 1970, UTC. */
  published?: number
  modified?: number
  /** Logins. */
  authors: string[]
  categories: SourceTerm[]
  tags: SourceTerm[]
  isSticky: boolean
}

export interface SourcePost extends SourcePostHead {
  /** HTML. */
  excerpt: string
  content: string
  /** The content came through WordPress' own rendering: no shortcodes, no paragraphs to be made. */
  isRendered: boolean
  /** Id of the featured picture in the media library. */
  thumbnail?: string
  hasComments: boolean
  /** Settings of the newsroom that a WordPress keeps as its own, or carries along. */
  settings: { noindex?: boolean; productPlacement?: boolean; promo?: string; next?: string[] }
}

export type SourcePart =
  | { kind: 'site'; site: Site }
  | { kind: 'author'; author: SourceAuthor }
  | { kind: 'term'; term: SourceTerm }
  | { kind: 'attachment'; attachment: SourceAttachment }
  | { kind: 'head'; post: SourcePostHead }
  | { kind: 'post'; post: SourcePost }
  /** Something that cannot be read, by the name it has. */
  | { kind: 'unreadable'; name: string; reason: string }

export interface ImportSource {
  /** Everything there is; of posts no more than their heads is needed. */
  outline(): AsyncIterable<SourcePart>
  /** The posts with their texts, in the same order; other parts may come along. */
  posts(): AsyncIterable<SourcePart>
}

/** The source cannot be used as a whole; the message says why, for whoever started the import. */
export class ImportSourceError extends Error {
  override readonly name = 'ImportSourceError'
}
