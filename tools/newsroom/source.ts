import type { CorrectionMeta } from '../../src/sources/embedded/front-matter.ts'

export interface Site {
  title: string
  /** Origin and path, without a trailing slash. */
  url: string
  /** Folders of its lists; absent: those of WordPress. */
  lists?: Readonly<Record<'category' | 'tag' | 'author', string>>
  /** Paths of its feeds; absent: those of WordPress, which the portal has too. */
  feeds?: readonly string[]
}

export interface SourceAuthor {
  login: string
  name: string
  description?: string
}

export interface SourceTerm {
  kind: 'category' | 'tag'
  /** Percent-encoded where it is not ASCII. */
  nicename: string
  name: string
  /** Its list on the old site, where that has another name; several terms may share it. */
  list?: string
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
  /** Further URLs that lead to it. */
  aliases?: readonly string[]
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
  /**
   * `stored`: as WordPress keeps it, blocks or classic text with shortcodes; `rendered`: HTML without either; `blocks`: block
   * grammar that is taken as it is.
   */
  form: 'stored' | 'rendered' | 'blocks' | 'markdown'
  thumbnail?: string
  /** Its file at the source, where it has one of its own. */
  file?: string
  /** What of it cannot come along. */
  losses?: readonly Loss[]
  hasComments: boolean
  /** The newsroom's settings, where WordPress has its own or carries them along. */
  settings: {
    noindex?: boolean
    productPlacement?: boolean
    promo?: string
    next?: string[]
    corrections?: CorrectionMeta[]
    /** Local time of the site's zone, or with an offset. */
    expires?: string
    format?: 'audio' | 'video' | 'gallery'
  }
}

export interface Loss {
  /** Of the source's file, from 1. */
  line?: number
  what: string
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
  /** What a newsroom has no place for. */
  | { kind: 'left-out'; what: string; count: number }
  /** A page that only leads elsewhere. Both are absolute. */
  | { kind: 'redirect'; from: string; to: string }

export interface ImportSource {
  outline(): AsyncIterable<SourcePart>
  /** The posts with their texts, in the same order; other parts may be included. */
  posts(): AsyncIterable<SourcePart>
  /** @returns a file of the source, by its URL on the old site; never one outside of the source */
  fileAt?(url: string): Promise<string | undefined>
}

/** Origin of a site whose own nobody named. */
export const NO_SITE = 'http://site.invalid'

export class ImportSourceError extends Error {
  override readonly name = 'ImportSourceError'
}
