import type { CorrectionMeta } from '../../src/sources/embedded/front-matter.ts'

export interface Site {
  title: string
  /** Origin and path, without a trailing slash. */
  url: string
}

export interface SourceAuthor {
  login: string
  name: string
}

export interface SourceTerm {
  kind: 'category' | 'tag'
  /** Percent-encoded where it is not ASCII. */
  nicename: string
  name: string
  description?: string
  heading?: string
}

export interface SourceAttachment {
  id: string
  url: string
  title?: string
  alt?: string
  /** HTML. */
  caption?: string
  /** Plain text: who made it. */
  credit?: string
  parent?: string
  order: number
}

export interface SourcePostHead {
  id: string
  /** Immutable and unique on the site; absent in files of other programs. */
  guid?: string
  type: string
  status: string
  hasPassword: boolean
  slug: string
  link?: string
  /** HTML. */
  title: string
  /** Milliseconds since 1970, UTC. */
  published?: number
  modified?: number
  authors: string[]
  categories: SourceTerm[]
  tags: SourceTerm[]
  isSticky: boolean
}

export interface SourcePost extends SourcePostHead {
  /** HTML. */
  excerpt: string
  content: string
  /** Rendered content has no shortcodes or paragraphs left to convert. */
  isRendered: boolean
  thumbnail?: string
  hasComments: boolean
  /** The newsroom's settings, where WordPress has its own or carries them along. */
  settings: {
    noindex?: boolean
    productPlacement?: boolean
    promo?: string
    next?: string[]
    corrections?: CorrectionMeta[]
  }
}

export type SourcePart =
  | { kind: 'site'; site: Site }
  | { kind: 'author'; author: SourceAuthor }
  | { kind: 'term'; term: SourceTerm }
  | { kind: 'attachment'; attachment: SourceAttachment }
  | { kind: 'head'; post: SourcePostHead }
  | { kind: 'post'; post: SourcePost }
  /** An unreadable item, by its name. */
  | { kind: 'unreadable'; name: string; reason: string }
  /** A flaw of the source that was mended, by the line of its file. */
  | { kind: 'mended'; line: number; what: string }

export interface ImportSource {
  outline(): AsyncIterable<SourcePart>
  /** The posts with their texts, in the same order; other parts may be included. */
  posts(): AsyncIterable<SourcePart>
}

export class ImportSourceError extends Error {
  override readonly name = 'ImportSourceError'
}
